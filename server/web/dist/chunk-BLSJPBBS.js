import{a as g}from"./chunk-MKIV4O6X.js";import{a as $,c as y}from"./chunk-UESQP7TH.js";import{a as t,b as i,d as o,f as b,h as l}from"./chunk-OHZ7X5PI.js";var c=class extends l{static{this.properties={ask:{attribute:!1},refusal:{attribute:!1},question:{},detail:{}}}constructor(){super(),this.question="",this.detail=""}render(){let e=this.ask,s=e!==void 0&&e.question!=="",r=s&&this.question||e?.question||"",a=s&&this.detail||e?.detail||"";return t`
      <div role="status">${this.refusal?this.#t(this.refusal):o}</div>
      ${s&&!this.refusal?t`<div class="ask" role="group" aria-label=${r}>
            <span class="q">${r}${a?t`<small>${a}</small>`:o}</span>
            ${e.options.map(d=>this.#e(d))}
            ${e.undo?t`<button type="button" class="btn quiet" @click=${()=>this.tell("kb-undo")}>Undo <kbd>Esc</kbd></button>`:o}
          </div>`:o}
    `}#e(e){let s=e.chief?" pri":e.strong?" strong":"";return t`<button type="button" class="btn${s}" data-answer=${e.key} aria-keyshortcuts=${e.key} @click=${()=>this.tell("kb-answer",{option:e})}>
      ${e.label} <kbd aria-hidden="true">${g(e.key)}</kbd>
    </button>`}#t(e){return t`<div class="tip">
      ${b("no")}
      <span
        ><b>${e.text}${e.rule?` (${e.rule})`:""}.</b> ${e.instead??o}
        ${e.link?t`<a href=${e.link}>Read the rule</a>`:o}</span
      >
    </div>`}};customElements.define("kb-ask",c);var h=class extends l{static{this.properties={players:{attribute:!1}}}constructor(){super(),this.players=[]}render(){return this.players.map(e=>t`<div class="who">
        ${e.disc?t`<span class="sd ${e.disc}"></span>`:o}
        <span><span class="nm">${e.name}</span> <span class="soft small">${e.role}</span></span>
        ${e.toMove?t`<span class="turnmk"><span>to move</span></span>`:o}
        ${e.away?t`<span class="tag">away</span>`:o}
        <span class="sp"></span>
        ${e.taken?t`<span class="cap small num">${e.taken}</span>`:o}
        ${e.clock?t`<span class="clock${e.running?" run":""}" role="timer" aria-label="${e.name}, time left ${e.clock}">${e.clock}</span>`:o}
      </div>`)}};customElements.define("kb-bars",h);var C=150,L=12,A=2e4,p=class extends l{static{this.properties={body:{attribute:!1,hasChanged:(e,s)=>JSON.stringify(e)!==JSON.stringify(s)},sides:{attribute:!1},open:{state:!0},found:{state:!0},fault:{state:!0},whole:{state:!0}}}#e=0;#t=0;#s=new Map;constructor(){super(),this.sides=["first","second"],this.open=this.whole=!1,this.fault=""}disconnectedCallback(){super.disconnectedCallback(),clearTimeout(this.#e)}willUpdate(e){!this.open||!(e.has("body")||e.has("open"))||(clearTimeout(this.#e),this.#t++,this.found=this.body&&this.#s.get(JSON.stringify(this.body)),this.whole=!1,this.fault="",!this.found&&this.body&&(this.#e=window.setTimeout(()=>{this.#r()},C)))}async#r(){let e=this.body;if(!e)return;let s=++this.#t;try{let r=await y.explore({...e,nodes:A});this.#s.size>200&&this.#s.clear(),this.#s.set(JSON.stringify(e),r),s===this.#t&&(this.found=r)}catch(r){if(!(r instanceof $))throw r;s===this.#t&&(this.fault=r.message)}}render(){return t`<details class="explorer" ?open=${this.open} @toggle=${e=>this.open=e.target.open}>
      <summary><b>Games of record</b>${this.open&&this.found?t`<span class="soft num">${this.#o(this.found)}</span>`:o}</summary>
      ${this.open?this.#i():o}
    </details>`}#o(e){let s=e.games===1?"1 game":`${e.games.toLocaleString("en")} games`;return e.name?`${e.name} · ${s}`:s}#i(){if(this.fault)return t`<p class="small" role="alert">${this.fault}</p>`;let e=this.found;if(!e)return t`<p class="soft small" role="status">Looking it up …</p>`;if(e.games===0)return t`<p class="soft small" role="status">No game that is kept here came to this position.</p>`;let s=this.whole?e.choices:e.choices.slice(0,L),r=e.choices.some(a=>a.rating>0);return t`<div class="ex-box" tabindex="0" role="group" aria-label="Turns played here">
        <table class="ex small num">
          <thead>
            <tr><th scope="col">Turn</th><th scope="col">Games</th><th scope="col" title="${this.sides[0]} · drawn · ${this.sides[1]}">Results</th>${r?t`<th scope="col">Rating</th>`:o}<th scope="col">Last</th><th scope="col">Engine</th></tr>
          </thead>
          <tbody>
            ${s.map(a=>this.#a(a,r))}
          </tbody>
        </table>
      </div>
      ${e.ended>0?t`<p class="soft small">${e.ended} of them ended here.</p>`:o}
      ${s.length<e.choices.length?t`<button type="button" class="btn tiny" @click=${()=>this.whole=!0}>All ${e.choices.length} turns</button>`:o}`}#a(e,s){let r=e.turns[0]??"",a=E=>100*E/Math.max(1,e.first+e.drawn+e.second),[d,x,f]=[a(e.first),a(e.second),a(e.drawn)],[F,M]=this.sides[0]==="White"?["ex-2","ex-1"]:["ex-1","ex-2"],k=`${this.sides[0]} ${e.first}, drawn ${e.drawn}, ${this.sides[1]} ${e.second}`;return t`<tr>
      <th scope="row">
        <button type="button" title="Play ${r}" @click=${()=>this.tell("kb-explore",{text:r})}>${r}</button>${e.turns.length>1?t`<span class="soft"> ${e.turns.slice(1).join(" ")}</span>`:o}
        ${e.name?t`<em>${e.name}</em>`:o}${e.self_play>0?t`<em title="Engines played so many of them against themselves">self-play ${e.self_play}</em>`:o}
      </th>
      <td>${e.samples.length>0?t`<a href="/api/records/${e.samples[0]}" target="_blank" rel="noopener" title="One of the games">${e.games.toLocaleString("en")}</a>`:e.games}</td>
      <td>
        <svg class="ex-bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label=${k}>
          <title>${k}</title>
          <rect class=${F} width=${d} height="10" /><rect class="ex-0" x=${d} width=${f} height="10" /><rect class=${M} x=${d+f} width=${x} height="10" />
        </svg>
      </td>
      ${s?t`<td>${e.rating||""}</td>`:o}
      <td title=${e.last}>${e.last.slice(0,4)}</td>
      <td>${e.engine??""}</td>
    </tr>`}};customElements.define("kb-explorer",p);var q="#8A5A34",v={legal:["may start",i`<circle cx="11" cy="11" r="8" fill="none" stroke="#FFF0B8" stroke-width="3"/>`],pick:["chosen",i`<circle cx="11" cy="11" r="7.5" fill="none" stroke="#79CDFF" stroke-width="4.5"/>`],from:["lifted from",i`<circle cx="11" cy="11" r="8" fill="none" stroke="#79CDFF" stroke-width="2.6" stroke-dasharray="4 3"/>`],take:["would be taken",i`<circle cx="11" cy="11" r="7" fill="none" stroke="#FF8A5C" stroke-width="2.4"/><path d="M4 4l4 4M18 4l-4 4M4 18l4-4M18 18l-4-4" stroke="#FF8A5C" stroke-width="3" stroke-linecap="round"/>`],last:["last move",i`<circle cx="11" cy="11" r="8" fill="none" stroke="#FFC34D" stroke-width="3.4"/>`],unplayed:["not yet played upon",i`<path d="M11 3l8 8-8 8-8-8z" fill="#CB9660" stroke="#241003" stroke-width="2.4"/>`],refused:["refused",i`<circle cx="11" cy="11" r="8" fill="none" stroke="#FF8A5C" stroke-width="2.6"/><path d="M5 17L17 5" stroke="#FF8A5C" stroke-width="3"/>`],to:["may go here",i`<circle cx="11" cy="11" r="6" fill="#FFF0B8" stroke="#241003" stroke-width="2"/>`],must:["must capture",i`<circle cx="10" cy="12" r="7.5" fill="none" stroke="#FFF0B8" stroke-width="2.6"/><circle cx="16.5" cy="5.5" r="4.5" fill="#FF8A5C"/><path d="M14.7 3.7l3.6 3.6M18.3 3.7l-3.6 3.6" stroke="#1E1209" stroke-width="1.6"/>`],gone:["taken",i`<circle cx="11" cy="11" r="8" fill="#000" opacity=".35"/><path d="M7 7l8 8M15 7l-8 8" stroke="#FF8A5C" stroke-width="2.6"/>`],back:["may turn back",i`<path d="M18 15C18 4 5 4 5 12M2 8l3 5 4-4" fill="none" stroke="#241003" stroke-width="2.4" stroke-linecap="round"/>`]},u=class extends l{static{this.properties={marks:{attribute:!1}}}constructor(){super(),this.marks=[]}render(){return t`<ul class="legend" aria-label="Marks on the board">
      ${this.marks.map(e=>t`<li><svg viewBox="0 0 22 22" aria-hidden="true"><rect width="22" height="22" rx="5" fill=${q} />${v[e][1]}</svg>${v[e][0]}</li>`)}
    </ul>`}};customElements.define("kb-legend",u);var B=0,w=8,P=(n,e=[])=>n.length===e.length&&n.every((s,r)=>s.text===e[r].text),m=class extends l{static{this.properties={moves:{attribute:!1},sofar:{},placeholder:{},help:{type:Boolean},value:{state:!0}}}#e=`kb-box${++B}`;constructor(){super(),this.moves=[],this.sofar="",this.placeholder="",this.help=!1,this.value=""}willUpdate(e){e.has("sofar")?this.value=this.sofar:e.has("moves")&&!P(this.moves,e.get("moves"))&&(this.value="")}focus(){let e=this.querySelector("input");e?.focus(),e?.select()}render(){let e=this.moves.filter(r=>r.text.startsWith(this.value)),s=e.length>w?e.slice(0,w):e;return t`<form class="typed" autocomplete="off" @submit=${this.#r}>
      <label for=${this.#e}>Type a move</label>
      <input
        id=${this.#e}
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck="false"
        enterkeyhint="go"
        maxlength="200"
        placeholder=${this.placeholder||this.moves[0]?.text||""}
        .value=${this.value}
        @input=${this.#t}
        @keydown=${this.#s}
      />
      <button class="btn">Play</button>
      <span class="sug only-w" role="group" aria-label="Legal here"
        >${s.map(r=>t`<button type="button" @click=${()=>this.#o(r.text)}>${r.text}</button>`)}${e.length>s.length?t`<span class="soft small">and ${e.length-s.length} more</span>`:o}</span
      >
      ${this.help?t`<span class="soft small only-w keys"><kbd>/</kbd> box · <kbd>arrows</kbd> board · <kbd>Enter</kbd> choose · <kbd>Esc</kbd> undo</span>`:o}
    </form>`}#t(e){let s=e.target;s.value.startsWith("/")&&(s.value=s.value.slice(1)),this.value=s.value}#s(e){e.key==="Escape"&&(this.value="",this.tell("kb-leave"))}#r(e){e.preventDefault(),this.#o(this.value.trim())}#o(e){if(e==="")return;let s=this.moves.some(r=>r.text===e);this.value=s?"":e,s||this.querySelector("input")?.select(),this.tell(s?"kb-move":"kb-refuse",{text:e})}};customElements.define("kb-movebox",m);
