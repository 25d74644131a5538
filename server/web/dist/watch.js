import{b,e as n}from"./chunk-IK5BU5GC.js";import"./chunk-MKIV4O6X.js";import{a as h,f as m,j as p,m as u}from"./chunk-6YUONH5C.js";import{c as r}from"./chunk-UESQP7TH.js";import{a as v}from"./chunk-JZWTLSGD.js";import{a as y}from"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as i,d as o}from"./chunk-OHZ7X5PI.js";var g=12,c=class extends v{constructor(){super();this.place="Watch";this.#s=0;this.#e=0;this.tables=new Map,this.games=[],this.more=this.fault="",this.only=new URLSearchParams(location.search).get("game")??""}static{this.properties={list:{state:!0},tables:{state:!0},games:{state:!0},only:{state:!0},over:{state:!0},more:{state:!0},fault:{state:!0}}}#s;#e;connectedCallback(){super.connectedCallback(),this.#a(),this.#t(""),r.games().then(t=>this.games=t).catch(()=>{}),this.#s=window.setInterval(()=>document.visibilityState==="visible"&&void this.#a(),5e3)}disconnectedCallback(){super.disconnectedCallback(),clearInterval(this.#s)}async#a(){try{let t=(await r.tables(!1,50)).sort((e,a)=>a.changed-e.changed),s=new Map;await Promise.all(t.slice(0,g).map(async e=>{let a=this.tables.get(e.id),l=a&&a.turns.length===e.turns&&a.status.state===e.state;s.set(e.id,l?a:await r.table(e.id))})),this.list?.some(e=>!t.some(a=>a.id===e.id))&&this.#t(""),this.tables=s,this.list=t}catch{this.list??=[]}}async#t(t){let s=++this.#e;try{let e=await r.finished(this.only,t);if(s!==this.#e)return;this.over=t?[...this.over??[],...e.games]:e.games,this.more=e.next??"",this.fault=""}catch(e){s===this.#e&&(this.fault=e instanceof Error?e.message:String(e))}}#o(t){this.only=t,history.replaceState(null,"",t?`/watch?game=${t}`:"/watch"),this.#t("")}body(){return i`<div class="st">
      <div class="hero"><h1>Games in play</h1><p class="soft">Public games, the latest move first. Anybody may watch.</p></div>
      ${this.list?.length===0?i`<p class="none card">Nobody plays in public at the moment. <a href="/">Open a table to all</a> and somebody may come.</p>`:o}
      <ul class="boards">
        ${(this.list??[]).map(t=>{let s=this.tables.get(t.id);return this.#i(t,s?.view.board,s?b(s.seen):n,h(t.control))})}
      </ul>
      <section aria-labelledby="over-head">
        <div class="hero">
          <h2 id="over-head">Finished games</h2>
          <span class="sp"></span>
          <select aria-label="Of which game" @change=${t=>this.#o(t.target.value)}>
            <option value="" ?selected=${this.only===""}>All games</option>
            ${this.games.map(t=>i`<option value=${t.name} ?selected=${t.name===this.only}>${t.title}</option>`)}
          </select>
        </div>
        ${this.fault?i`<p class="none card" role="alert">${this.fault}</p>`:o}
        ${this.over?.length===0&&!this.fault?i`<p class="none card">None yet. Games that are open to all are listed here when they are over.</p>`:o}
        <ul class="boards over">
          ${(this.over??[]).map(t=>this.#i(t,t.board,n,`${p(t.turns,"turn")} · ${u(t.ended??t.changed)}`,t.reason))}
        </ul>
        ${this.more?i`<p class="more-line"><button type="button" class="btn" @click=${()=>{this.#t(this.more)}}>Earlier games</button></p>`:o}
      </section>
      <p class="more-line small"><a href="/jobs">What the machines are working on</a></p>
    </div>`}#i(t,s,e,a,l){let d=y();return i`<li class="card">
      <a href="/table/${t.id}" title=${l??o}>
        ${s?i`<span class="bd"
              ><kb-board
                class="${s.shape} ${t.game}"
                aria-hidden="true"
                form="wide"
                .board=${s}
                .lastPath=${e}
                .look=${d.look}
                .dark=${d.dark}
                .numbers=${!1}
                .coordinates=${!1}
                .playable=${!1}
              ></kb-board
            ></span>`:o}
        <span class="nm">${t.title}</span>
        <span class="small">${m(t)}</span>
        <span class="soft small">${a}</span>
      </a>
    </li>`}};customElements.define("kb-watch",c);
