import{g as p}from"./chunk-O3XVXJIZ.js";import"./chunk-M5LB7WEF.js";import{j as c}from"./chunk-6YUONH5C.js";import{a as i,c as r}from"./chunk-UESQP7TH.js";import{a as d,c as m}from"./chunk-JZWTLSGD.js";import"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as e,d as o,f as a}from"./chunk-OHZ7X5PI.js";var l=class extends d{constructor(){super();this.place="Records";this.fault=this.text="",this.list=[];try{this.list=JSON.parse(localStorage.getItem("kibaho-tables")??"[]")}catch{}}static{this.properties={fault:{state:!0},text:{state:!0},list:{state:!0}}}async#t(s){this.fault="";try{await r.readRecord(s),p(s)}catch(t){this.fault=t instanceof i?t.message:String(t)}}async#s(s){try{m(`${s.id}.txt`,new Blob([await r.record(s.id)],{type:"text/plain"}))}catch(t){this.fault=t instanceof i?t.message:String(t)}}body(){let s=t=>t.over?t.result==="draw"?"drawn":t.result===""?"broken off":`${t.names[t.result==="first"?0:1]} won`:"in play";return e`<div class="st">
      <div class="hero"><h1>Records</h1><p class="soft">Games written down: headings in brackets, then the moves.</p></div>
      <div class="lists">
        <section class="card list" aria-label="Open a record">
          <h2>Open a record</h2>
          ${this.fault?e`<p class="tip" role="alert">${a("no")}<span>${this.fault}</span></p>`:o}
          <form
            class="field"
            @submit=${t=>{t.preventDefault(),this.#t(this.text)}}
          >
            <label class="field"
              ><span class="small">Its text</span>
              <textarea rows="9" spellcheck="false" class="mono" .value=${this.text} @input=${t=>this.text=t.target.value}></textarea>
            </label>
            <span class="linkline"
              ><button class="btn pri" ?disabled=${this.text.trim()===""}>Open</button>
              <label class="btn"
                >From a file<input
                  type="file"
                  class="sr"
                  accept=".txt,.pdn,.pgn,text/plain"
                  @change=${async t=>{let n=t.target.files?.[0];n&&await this.#t(await n.text())}} /></label
            ></span>
          </form>
        </section>
        <section class="card list" aria-label="Your games">
          <h2>Your games</h2>
          ${this.list.length===0?e`<p class="soft small">Games that you play in this browser are listed here.</p>`:e`<ul>
                ${this.list.map(t=>e`<li class="rec">
                    <a href="/table/${t.id}"><b>${t.game}</b> <span>${t.names.join(" – ")}</span><span class="sp"></span><span class="soft small">${c(t.turns,"turn")} · ${s(t)}</span></a>
                    <button type="button" class="icb" aria-label="Download the record of ${t.game}, ${t.names.join(" against ")}" @click=${()=>{this.#s(t)}}>${a("down")}</button>
                  </li>`)}
              </ul>`}
        </section>
      </div>
    </div>`}};customElements.define("kb-records",l);
