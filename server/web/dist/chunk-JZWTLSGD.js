import{a as n,b as s,c}from"./chunk-WCFXDBXZ.js";import{a as o,d,f as k,h as l}from"./chunk-OHZ7X5PI.js";var b=[["numbers","Numbers on pits",""],["coordinates","Coordinates",""],["sounds","Sounds",""],["confirm","Confirm each move","Enter or Play sends it"],["premove","Choose ahead","point while the other side thinks; a takeback cancels it"],["shortcuts","Single keys answer questions","A, W, + and others, wherever the focus is"],["turns","On one screen the board turns","to who is to move"]],p=class extends l{#e;connectedCallback(){super.connectedCallback(),this.#e=c(()=>this.requestUpdate())}disconnectedCallback(){super.disconnectedCallback(),this.#e?.()}show(){this.querySelector("dialog")?.showModal()}render(){let t=n();return o`<dialog class="sheet" aria-labelledby="set-head" @click=${e=>e.target===e.currentTarget&&this.#s()}>
      <div class="sheet-in">
        <div class="sheet-head">
          <h2 id="set-head">Settings</h2>
          <span class="sp"></span>
          <button type="button" class="icb" aria-label="Close" @click=${()=>this.#s()}>${k("close")}</button>
        </div>
        ${this.#t("Board",t.look,["wood","stone","plain"],e=>s({look:e}))}
        ${this.#t("Page",t.night===void 0?"system":t.night?"dark":"light",["system","light","dark"],e=>s({night:e==="system"?void 0:e==="dark"}))}
        ${this.#t("Speed",t.speed,["slow","normal","quick","off"],e=>s({speed:e}))}
        <div class="switches">
          ${b.map(([e,h,r])=>o`<label class="switch"
                ><input type="checkbox" name=${e} .checked=${t[e]} @change=${a=>s({[e]:a.target.checked})} />
                <span>${h}${r?o` <span class="soft small">${r}</span>`:d}</span></label
              >`)}
        </div>
        <label class="field"
          ><span>Your name at tables</span>
          <input maxlength="32" autocomplete="nickname" placeholder="Guest" .value=${t.name} @change=${e=>s({name:e.target.value.trim()})}
        /></label>
      </div>
    </dialog>`}#t(t,e,h,r){return o`<fieldset class="row">
      <legend>${t}</legend>
      <span class="seg">
        ${h.map(a=>o`<label><input type="radio" name="set-${t}" .checked=${a===e} @change=${()=>r(a)} /><span>${a}</span></label>`)}
      </span>
    </fieldset>`}#s(){this.querySelector("dialog")?.close()}};customElements.define("kb-settings",p);var m=["wood","stone","plain"],u=class extends l{constructor(){super(...arguments);this.skip="Skip to the content"}#e;connectedCallback(){super.connectedCallback(),this.#e=c(()=>this.liked()),this.addEventListener("kb-look",()=>s({look:m[(m.indexOf(n().look)+1)%m.length]})),this.addEventListener("kb-dark",()=>s({night:!n().dark})),this.addEventListener("kb-settings",()=>this.querySelector("kb-settings")?.show())}disconnectedCallback(){super.disconnectedCallback(),this.#e?.()}liked(){this.requestUpdate()}render(){let e=n();return o`<a class="skip" href="#main">${this.skip}</a>
      <kb-header .current=${this.place} .look=${e.look} .dark=${e.dark}></kb-header>
      <main id="main" tabindex="-1">${this.body()??d}</main>
      <kb-settings></kb-settings>`}};async function C(i){try{return await navigator.clipboard.writeText(i),!0}catch{return!1}}function T(i,t){let e=document.createElement("a");e.href=URL.createObjectURL(t),e.download=i,e.click(),setTimeout(()=>URL.revokeObjectURL(e.href),1e4)}export{u as a,C as b,T as c};
