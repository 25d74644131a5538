import{a as t}from"./chunk-JZWTLSGD.js";import"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as r}from"./chunk-OHZ7X5PI.js";var e=class extends t{constructor(){super(...arguments);this.place=""}body(){return r`<div class="lost card">
      <h1>Nothing here</h1>
      <p>There is no page at this address.</p>
      <p><a class="btn pri" href="/">Choose a board</a></p>
    </div>`}};customElements.define("kb-missing",e);
