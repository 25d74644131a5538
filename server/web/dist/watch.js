import{b as r}from"./chunk-IK5BU5GC.js";import"./chunk-MKIV4O6X.js";import{a as d,c,d as p}from"./chunk-WXNIKWZ3.js";import{c as l}from"./chunk-PCDLF3JP.js";import{a as m}from"./chunk-JZWTLSGD.js";import{a as n}from"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as i}from"./chunk-OHZ7X5PI.js";var h=12,o=class extends m{constructor(){super();this.place="Watch";this.#t=0;this.tables=new Map}static{this.properties={list:{state:!0},tables:{state:!0}}}#t;connectedCallback(){super.connectedCallback(),this.#s(),this.#t=window.setInterval(()=>document.visibilityState==="visible"&&void this.#s(),5e3)}disconnectedCallback(){super.disconnectedCallback(),clearInterval(this.#t)}async#s(){try{let e=(await l.tables(!1,50)).sort((t,a)=>a.changed-t.changed),s=new Map;await Promise.all(e.slice(0,h).map(async t=>{let a=this.tables.get(t.id),b=a&&a.turns.length===t.turns&&a.status.state===t.state;s.set(t.id,b?a:await l.table(t.id))})),this.tables=s,this.list=e}catch{this.list??=[]}}body(){let e=n();return i`<div class="st">
      <div class="hero"><h1>Games in play</h1><p class="soft">Public games, the latest move first. Anybody may watch.</p></div>
      ${this.list?.length===0?i`<p class="none card">Nobody plays in public at the moment. <a href="/">Open a table to all</a> and somebody may come.</p>`:""}
      <ul class="boards">
        ${(this.list??[]).map(s=>{let t=this.tables.get(s.id);return i`<li class="card">
            <a href="/table/${s.id}">
              ${t?i`<span class="bd"
                    ><kb-board
                      class="${t.view.board.shape} ${t.game}"
                      aria-hidden="true"
                      form="wide"
                      .board=${t.view.board}
                      .lastPath=${r(t.seen)}
                      .look=${e.look}
                      .dark=${e.dark}
                      .numbers=${!1}
                      .coordinates=${!1}
                      .playable=${!1}
                    ></kb-board
                  ></span>`:""}
              <span class="nm">${s.title}</span>
              <span class="small">${s.state==="waiting"?`${c(s.seats[s.seats[0].kind==="open"?1:0])} waits for an opponent`:p(s)}</span>
              <span class="soft small">${d(s.control)}</span>
            </a>
          </li>`})}
      </ul>
    </div>`}};customElements.define("kb-watch",o);
