import{a as e,b as n,c as o,d as f,e as c,f as l}from"./chunk-MJ37LGQX.js";var d=class extends l{static{this.properties={ask:{attribute:!1},refusal:{attribute:!1},question:{},detail:{}}}constructor(){super(),this.question="",this.detail=""}render(){let t=this.ask,s=t!==void 0&&t.question!=="",r=s&&this.question||t?.question||"",i=s&&this.detail||t?.detail||"";return e`
      <div role="status">${this.refusal?this.#e(this.refusal):o}</div>
      ${s&&!this.refusal?e`<div class="ask" role="group" aria-label=${r}>
            <span class="q">${r}${i?e`<small>${i}</small>`:o}</span>
            ${t.options.map(a=>this.#t(a))}
            ${t.undo?e`<button type="button" class="btn quiet" @click=${()=>this.tell("kb-undo")}>Undo <kbd>Esc</kbd></button>`:o}
          </div>`:o}
    `}#t(t){let s=t.chief?" pri":t.strong?" strong":"";return e`<button type="button" class="btn${s}" data-answer=${t.key} aria-keyshortcuts=${t.key} @click=${()=>this.tell("kb-answer",{option:t})}>
      ${t.label} <kbd aria-hidden="true">${f(t.key)}</kbd>
    </button>`}#e(t){return e`<div class="tip">
      ${c("no")}
      <span
        ><b>${t.text}${t.rule?` (${t.rule})`:""}.</b> ${t.instead??o}
        ${t.link?e`<a href=${t.link}>Read the rule</a>`:o}</span
      >
    </div>`}};customElements.define("kb-ask",d);var p=class extends l{static{this.properties={players:{attribute:!1}}}constructor(){super(),this.players=[]}render(){return this.players.map(t=>e`<div class="who">
        ${t.disc?e`<span class="sd ${t.disc}"></span>`:o}
        <span><span class="nm">${t.name}</span> <span class="soft small">${t.role}</span></span>
        ${t.toMove?e`<span class="turnmk"><span>to move</span></span>`:o}
        ${t.away?e`<span class="tag">away</span>`:o}
        <span class="sp"></span>
        ${t.taken?e`<span class="cap small num">${t.taken}</span>`:o}
        ${t.clock?e`<span class="clock${t.running?" run":""}" role="timer" aria-label="${t.name}, time left ${t.clock}">${t.clock}</span>`:o}
      </div>`)}};customElements.define("kb-bars",p);var y="#8A5A34",b={legal:["may start",n`<circle cx="11" cy="11" r="8" fill="none" stroke="#FFF0B8" stroke-width="3"/>`],pick:["chosen",n`<circle cx="11" cy="11" r="7.5" fill="none" stroke="#79CDFF" stroke-width="4.5"/>`],from:["lifted from",n`<circle cx="11" cy="11" r="8" fill="none" stroke="#79CDFF" stroke-width="2.6" stroke-dasharray="4 3"/>`],take:["would be taken",n`<circle cx="11" cy="11" r="7" fill="none" stroke="#FF8A5C" stroke-width="2.4"/><path d="M4 4l4 4M18 4l-4 4M4 18l4-4M18 18l-4-4" stroke="#FF8A5C" stroke-width="3" stroke-linecap="round"/>`],last:["last move",n`<circle cx="11" cy="11" r="8" fill="none" stroke="#FFC34D" stroke-width="3.4"/>`],unplayed:["not yet played upon",n`<path d="M11 3l8 8-8 8-8-8z" fill="#CB9660" stroke="#241003" stroke-width="2.4"/>`],refused:["refused",n`<circle cx="11" cy="11" r="8" fill="none" stroke="#FF8A5C" stroke-width="2.6"/><path d="M5 17L17 5" stroke="#FF8A5C" stroke-width="3"/>`],to:["may go here",n`<circle cx="11" cy="11" r="6" fill="#FFF0B8" stroke="#241003" stroke-width="2"/>`],must:["must capture",n`<circle cx="10" cy="12" r="7.5" fill="none" stroke="#FFF0B8" stroke-width="2.6"/><circle cx="16.5" cy="5.5" r="4.5" fill="#FF8A5C"/><path d="M14.7 3.7l3.6 3.6M18.3 3.7l-3.6 3.6" stroke="#1E1209" stroke-width="1.6"/>`],gone:["taken",n`<circle cx="11" cy="11" r="8" fill="#000" opacity=".35"/><path d="M7 7l8 8M15 7l-8 8" stroke="#FF8A5C" stroke-width="2.6"/>`],back:["may turn back",n`<path d="M18 15C18 4 5 4 5 12M2 8l3 5 4-4" fill="none" stroke="#241003" stroke-width="2.4" stroke-linecap="round"/>`]},h=class extends l{static{this.properties={marks:{attribute:!1}}}constructor(){super(),this.marks=[]}render(){return e`<ul class="legend" aria-label="Marks on the board">
      ${this.marks.map(t=>e`<li><svg viewBox="0 0 22 22" aria-hidden="true"><rect width="22" height="22" rx="5" fill=${y} />${b[t][1]}</svg>${b[t][0]}</li>`)}
    </ul>`}};customElements.define("kb-legend",h);var g=0,v=8,m=class extends l{static{this.properties={moves:{attribute:!1},sofar:{},placeholder:{},help:{type:Boolean},value:{state:!0}}}#t=`kb-box${++g}`;constructor(){super(),this.moves=[],this.sofar="",this.placeholder="",this.help=!1,this.value=""}willUpdate(t){t.has("sofar")?this.value=this.sofar:t.has("moves")&&(this.value="")}focus(){let t=this.querySelector("input");t?.focus(),t?.select()}render(){let t=this.moves.filter(r=>r.text.startsWith(this.value)),s=t.length>v?t.slice(0,v):t;return e`<form class="typed" autocomplete="off" @submit=${this.#s}>
      <label for=${this.#t}>Type a move</label>
      <input
        id=${this.#t}
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck="false"
        enterkeyhint="go"
        maxlength="200"
        placeholder=${this.placeholder||this.moves[0]?.text||""}
        .value=${this.value}
        @input=${r=>this.value=r.target.value}
        @keydown=${this.#e}
      />
      <button class="btn">Play</button>
      <span class="sug only-w" role="group" aria-label="Legal here"
        >${s.map(r=>e`<button type="button" @click=${()=>this.#r(r.text)}>${r.text}</button>`)}${t.length>s.length?e`<span class="soft small">and ${t.length-s.length} more</span>`:o}</span
      >
      ${this.help?e`<span class="soft small only-w keys"><kbd>/</kbd> box · <kbd>arrows</kbd> board · <kbd>Enter</kbd> choose · <kbd>Esc</kbd> undo</span>`:o}
    </form>`}#e(t){t.key==="Escape"&&(this.value="",this.tell("kb-leave"))}#s(t){t.preventDefault(),this.#r(this.value.trim())}#r(t){if(t==="")return;let s=this.moves.some(r=>r.text===t);this.value=s?"":t,this.tell(s?"kb-move":"kb-refuse",{text:t})}};customElements.define("kb-movebox",m);var k=class extends l{static{this.properties={turns:{attribute:!1},current:{type:Number},firstNumber:{type:Number},secondBegins:{type:Boolean},strip:{type:Boolean},steer:{type:Boolean}}}constructor(){super(),this.turns=[],this.current=0,this.firstNumber=1,this.secondBegins=this.strip=!1,this.steer=!0}updated(){let t=this.querySelector("[aria-current]"),s=t?.closest(".moves, .mstrip");if(!t||!s)return;let r=t.getBoundingClientRect(),i=s.getBoundingClientRect();r.bottom>i.bottom?s.scrollTop+=r.bottom-i.bottom:r.top<i.top&&(s.scrollTop-=i.top-r.top),r.right>i.right?s.scrollLeft+=r.right-i.right:r.left<i.left&&(s.scrollLeft-=i.left-r.left)}render(){return this.strip?this.#t():e`${this.#e()}${this.steer?this.#r():o}`}#t(){let t=this.secondBegins?1:0;return e`<div class="mstrip" role="group" aria-label="Last moves">
      ${this.turns.map((s,r)=>{let i=r+t,a=this.firstNumber+Math.floor(i/2);return e`${i%2===0||r===0?e`<span class="n">${a}${i%2?"…":""}</span>`:o}${this.#s(s,r+1)}`})}
    </div>`}#e(){let t=this.secondBegins?1:0,s=[];for(let r=0;r<this.turns.length+t;r+=2){let i=a=>this.turns[a-t]?this.#s(this.turns[a-t],a-t+1):e`<span>${a<t?"…":""}</span>`;s.push(e`<li><span class="n">${this.firstNumber+r/2}</span>${i(r)}${i(r+1)}</li>`)}return e`<div class="moves" tabindex="0" role="group" aria-label="Moves"><ol class="mv">${s}</ol></div>`}#s(t,s){return e`<button type="button" aria-current=${s===this.current?"true":o} data-ply=${s} @click=${()=>this.tell("kb-goto",{ply:s})}>
      ${t.text}${t.note?e`<i>${t.note}</i>`:o}
    </button>`}#r(){let t=this.turns.length,s=(r,i,a,$)=>e`<button type="button" class="icb" aria-label=${r} ?disabled=${$} @click=${()=>this.tell("kb-goto",{ply:a})}>${c(i)}</button>`;return e`<div class="navs">
      ${s("First move","first",0,this.current<=0)} ${s("One move back","prev",Math.max(0,this.current-1),this.current<=0)}
      ${s("One move on","next",Math.min(t,this.current+1),this.current>=t)} ${s("Newest move","last",t,this.current>=t)}
      <button type="button" class="icb" aria-label="Show this move again" ?disabled=${this.current<=0} @click=${()=>this.tell("kb-replay")}>
        ${c("replay")}
      </button>
    </div>`}};customElements.define("kb-moves",k);
