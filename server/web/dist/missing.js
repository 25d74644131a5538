import{a as t}from"./chunk-AZQRO5KA.js";import"./chunk-5MN4MEBG.js";import"./chunk-WWIHVVFY.js";import{a as r}from"./chunk-OGJPTUJ5.js";var e=class extends t{constructor(){super(...arguments);this.place=""}body(){return r`<div class="lost card">
      <h1>Nothing here</h1>
      <p>There is no page at this address.</p>
      <p><a class="btn pri" href="/">Choose a board</a></p>
    </div>`}};customElements.define("kb-missing",e);
