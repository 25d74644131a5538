import{a as k}from"./chunk-MKIV4O6X.js";import{a as t,b as o,d as r,f as h,h as l}from"./chunk-OHZ7X5PI.js";var n=class extends l{static{this.properties={ask:{attribute:!1},refusal:{attribute:!1},question:{},detail:{}}}constructor(){super(),this.question="",this.detail=""}render(){let e=this.ask,s=e!==void 0&&e.question!=="",a=s&&this.question||e?.question||"",u=s&&this.detail||e?.detail||"";return t`
      <div role="status">${this.refusal?this.#t(this.refusal):r}</div>
      ${s&&!this.refusal?t`<div class="ask" role="group" aria-label=${a}>
            <span class="q">${a}${u?t`<small>${u}</small>`:r}</span>
            ${e.options.map(v=>this.#e(v))}
            ${e.undo?t`<button type="button" class="btn quiet" @click=${()=>this.tell("kb-undo")}>Undo <kbd>Esc</kbd></button>`:r}
          </div>`:r}
    `}#e(e){let s=e.chief?" pri":e.strong?" strong":"";return t`<button type="button" class="btn${s}" data-answer=${e.key} aria-keyshortcuts=${e.key} @click=${()=>this.tell("kb-answer",{option:e})}>
      ${e.label} <kbd aria-hidden="true">${k(e.key)}</kbd>
    </button>`}#t(e){return t`<div class="tip">
      ${h("no")}
      <span
        ><b>${e.text}${e.rule?` (${e.rule})`:""}.</b> ${e.instead??r}
        ${e.link?t`<a href=${e.link}>Read the rule</a>`:r}</span
      >
    </div>`}};customElements.define("kb-ask",n);var c=class extends l{static{this.properties={players:{attribute:!1}}}constructor(){super(),this.players=[]}render(){return this.players.map(e=>t`<div class="who">
        ${e.disc?t`<span class="sd ${e.disc}"></span>`:r}
        <span><span class="nm">${e.name}</span> <span class="soft small">${e.role}</span></span>
        ${e.toMove?t`<span class="turnmk"><span>to move</span></span>`:r}
        ${e.away?t`<span class="tag">away</span>`:r}
        <span class="sp"></span>
        ${e.taken?t`<span class="cap small num">${e.taken}</span>`:r}
        ${e.clock?t`<span class="clock${e.running?" run":""}" role="timer" aria-label="${e.name}, time left ${e.clock}">${e.clock}</span>`:r}
      </div>`)}};customElements.define("kb-bars",c);var b="#8A5A34",m={legal:["may start",o`<circle cx="11" cy="11" r="8" fill="none" stroke="#FFF0B8" stroke-width="3"/>`],pick:["chosen",o`<circle cx="11" cy="11" r="7.5" fill="none" stroke="#79CDFF" stroke-width="4.5"/>`],from:["lifted from",o`<circle cx="11" cy="11" r="8" fill="none" stroke="#79CDFF" stroke-width="2.6" stroke-dasharray="4 3"/>`],take:["would be taken",o`<circle cx="11" cy="11" r="7" fill="none" stroke="#FF8A5C" stroke-width="2.4"/><path d="M4 4l4 4M18 4l-4 4M4 18l4-4M18 18l-4-4" stroke="#FF8A5C" stroke-width="3" stroke-linecap="round"/>`],last:["last move",o`<circle cx="11" cy="11" r="8" fill="none" stroke="#FFC34D" stroke-width="3.4"/>`],unplayed:["not yet played upon",o`<path d="M11 3l8 8-8 8-8-8z" fill="#CB9660" stroke="#241003" stroke-width="2.4"/>`],refused:["refused",o`<circle cx="11" cy="11" r="8" fill="none" stroke="#FF8A5C" stroke-width="2.6"/><path d="M5 17L17 5" stroke="#FF8A5C" stroke-width="3"/>`],to:["may go here",o`<circle cx="11" cy="11" r="6" fill="#FFF0B8" stroke="#241003" stroke-width="2"/>`],must:["must capture",o`<circle cx="10" cy="12" r="7.5" fill="none" stroke="#FFF0B8" stroke-width="2.6"/><circle cx="16.5" cy="5.5" r="4.5" fill="#FF8A5C"/><path d="M14.7 3.7l3.6 3.6M18.3 3.7l-3.6 3.6" stroke="#1E1209" stroke-width="1.6"/>`],gone:["taken",o`<circle cx="11" cy="11" r="8" fill="#000" opacity=".35"/><path d="M7 7l8 8M15 7l-8 8" stroke="#FF8A5C" stroke-width="2.6"/>`],back:["may turn back",o`<path d="M18 15C18 4 5 4 5 12M2 8l3 5 4-4" fill="none" stroke="#241003" stroke-width="2.4" stroke-linecap="round"/>`]},d=class extends l{static{this.properties={marks:{attribute:!1}}}constructor(){super(),this.marks=[]}render(){return t`<ul class="legend" aria-label="Marks on the board">
      ${this.marks.map(e=>t`<li><svg viewBox="0 0 22 22" aria-hidden="true"><rect width="22" height="22" rx="5" fill=${b} />${m[e][1]}</svg>${m[e][0]}</li>`)}
    </ul>`}};customElements.define("kb-legend",d);var y=0,f=8,$=(i,e=[])=>i.length===e.length&&i.every((s,a)=>s.text===e[a].text),p=class extends l{static{this.properties={moves:{attribute:!1},sofar:{},placeholder:{},help:{type:Boolean},value:{state:!0}}}#e=`kb-box${++y}`;constructor(){super(),this.moves=[],this.sofar="",this.placeholder="",this.help=!1,this.value=""}willUpdate(e){e.has("sofar")?this.value=this.sofar:e.has("moves")&&!$(this.moves,e.get("moves"))&&(this.value="")}focus(){let e=this.querySelector("input");e?.focus(),e?.select()}render(){let e=this.moves.filter(a=>a.text.startsWith(this.value)),s=e.length>f?e.slice(0,f):e;return t`<form class="typed" autocomplete="off" @submit=${this.#o}>
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
        @keydown=${this.#r}
      />
      <button class="btn">Play</button>
      <span class="sug only-w" role="group" aria-label="Legal here"
        >${s.map(a=>t`<button type="button" @click=${()=>this.#s(a.text)}>${a.text}</button>`)}${e.length>s.length?t`<span class="soft small">and ${e.length-s.length} more</span>`:r}</span
      >
      ${this.help?t`<span class="soft small only-w keys"><kbd>/</kbd> box · <kbd>arrows</kbd> board · <kbd>Enter</kbd> choose · <kbd>Esc</kbd> undo</span>`:r}
    </form>`}#t(e){let s=e.target;s.value.startsWith("/")&&(s.value=s.value.slice(1)),this.value=s.value}#r(e){e.key==="Escape"&&(this.value="",this.tell("kb-leave"))}#o(e){e.preventDefault(),this.#s(this.value.trim())}#s(e){if(e==="")return;let s=this.moves.some(a=>a.text===e);this.value=s?"":e,s||this.querySelector("input")?.select(),this.tell(s?"kb-move":"kb-refuse",{text:e})}};customElements.define("kb-movebox",p);
