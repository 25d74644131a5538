import{a as t}from"./chunk-4HLCTHRW.js";import"./chunk-7IT77PJG.js";import"./chunk-WOORISBE.js";import{a as r}from"./chunk-TPUOZXJF.js";var e=class extends t{constructor(){super(...arguments);this.place=""}body(){return r`<div class="lost card">
      <h1>Nothing here</h1>
      <p>There is no page at this address.</p>
      <p><a class="btn pri" href="/">Choose a board</a></p>
    </div>`}};customElements.define("kb-missing",e);
