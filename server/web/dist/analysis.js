import{a as at}from"./chunk-FJC2WSU5.js";import{a as D,b as et,c as v,d as q,e as k,f as P,g as x,h as st,i as _,j as it,k as G}from"./chunk-KMVEGEJ3.js";import"./chunk-VTA3TUJR.js";import"./chunk-GAO7O6UV.js";import{a as ot,c as rt}from"./chunk-2YRVO5HA.js";import{b as R,d as j,e as V,f as W}from"./chunk-IK5BU5GC.js";import"./chunk-MKIV4O6X.js";import{i as Y,l as tt}from"./chunk-RWAE7Y2J.js";import{a as J,b as T,c as y}from"./chunk-BCLPZI2X.js";import{a as dt,b as lt,c as F}from"./chunk-JZWTLSGD.js";import{a as S,b as nt}from"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as d,b as M,d as c,f as g}from"./chunk-OHZ7X5PI.js";var Pt=(r,i)=>i.map(t=>r.at[t]).join(","),E=r=>Array.from({length:r},(i,t)=>t);function Nt(r,i){let t=r.columns,s=`${[E(t).map(o=>4*t-1-o),E(t).map(o=>2*t+o),E(t).map(o=>t-1-o),E(t).map(o=>t+o)].map(o=>Pt(r,o)).join("/")} ${i===0?"S":"N"}`;if(!r.stores)return s;let n=E(4*t).filter(o=>(r.marks?.[o]??0)&1&&r.at[o]>0);return`${s} ${n.map(o=>r.names[o]).join("")||"-"} -`}function Bt(r,i){return`${E(r.rows).map(e=>{let s="",n=0;for(let o=0;o<r.columns;o++){let a=r.at[e*r.columns+o];if(a===0){n++;continue}n>0&&(s+=n),n=0,s+=a===1?"w":"b"}return s+(n>0?n:"")}).join("/")} ${i===0?"w":"b"}`}function Lt(r,i){let t=(e,s)=>E(r.at.length).filter(n=>r.at[n]===e||r.at[n]===s).map(n=>(r.at[n]===s?"K":"")+r.names[n]).join(",");return`${i===0?"B":"W"}:W${t(2,4)}:B${t(1,3)}`}function ht(r,i){return r.shape==="pits"?Nt(r,i):r.shape==="points"?Bt(r,i):Lt(r,i)}function Tt(r,i){switch(r.shape){case"pits":return[["+1","One more"],["-1","One less"],["0","Empty"],...r.stores?[["unplayed","Not yet played upon"]]:[]];case"points":return[[String(1),i[0]],[String(2),i[1]],["0","Nothing"]];case"squares":return[[String(1),`${i[0]} man`],[String(3),`${i[0]} king`],[String(2),`${i[1]} man`],[String(4),`${i[1]} king`],["0","Nothing"]]}}var C=class{constructor(i,t,e,s){this.board=i;this.turn=t;this.check=e;this.changed=s;this.fault="";this.#e=0;this.board={...i,at:[...i.at],marks:i.marks?[...i.marks]:void 0,hand:0},this.tool=i.shape==="pits"?"+1":"1"}#e;get position(){return ht(this.board,this.turn)}put(i){let t=this.board,e=[...t.at],s=[...t.marks??t.at.map(()=>0)];t.shape==="pits"?(this.tool==="+1"?e[i]=Math.min(99,e[i]+1):this.tool==="-1"?e[i]=Math.max(0,e[i]-1):this.tool==="0"?e[i]=0:this.tool==="unplayed"&&(s[i]^=1),e[i]===0&&(s[i]=0)):e[i]=e[i]===Number(this.tool)?0:Number(this.tool),this.#t({...t,at:e,marks:s})}#t(i){this.board=i,this.#i()}#i(){let i=++this.#e,t=e=>{i===this.#e&&(this.fault=e,this.changed())};this.changed(),this.check(this.position).then(()=>t(""),e=>t(e instanceof Error?e.message:String(e)))}render(i,t,e,s){let n=this.board,o=(l,p,f,m,u)=>d`<span class="seg" role="radiogroup" aria-label=${p}
        >${f.map(([$,w])=>d`<label><input type="radio" name=${l} .checked=${$===m} @change=${()=>u($)} /><span>${w}</span></label>`)}</span
      >`,a=[["0",`${i[0]} to move`],["1",`${i[1]} to move`]];return d`<div class="editor">
      <p><b>Set up the board.</b> <span class="soft">Choose what to put, then point; the server says what is wrong with it.</span></p>
      <div class="line">
        ${o("tool","What to put",Tt(n,i),this.tool,l=>{this.tool=l,this.changed()})}
      </div>
      <div class="line">
        ${o("edit-turn","Who moves",a,String(this.turn),l=>{this.turn=Number(l),this.#i()})}
      </div>
      <div class="line">
        <button type="button" class="btn" @click=${()=>this.#t({...n,at:n.at.map(()=>0),marks:n.marks?.map(()=>0)})}>Clear</button>
        ${t&&t.at.length===n.at.length?d`<button type="button" class="btn" @click=${()=>this.#t({...t,at:[...t.at],marks:t.marks?[...t.marks]:void 0})}>The start</button>`:c}
      </div>
      ${this.fault?d`<p class="tip" role="alert">${g("no")}<span>${Y(this.fault)}</span></p>`:c}
      <div class="line">
        <button type="button" class="btn pri" ?disabled=${this.fault!==""} @click=${e}>Study this position</button>
        <button type="button" class="btn" @click=${s}>Leave it</button>
      </div>
    </div>`}};var O=[[300,"??","blunder"],[150,"?","mistake"],[70,"?!","slip"]],A=1e4;function U(r){if(!r)return"–";if(Math.abs(r.value)>=A)return`${r.value>0?"+":"−"}${r.ends?`#${r.ends}`:"won"}`;let i=Math.abs(r.value)/100,t=i.toFixed(i<10?1:0);return`${t==="0.0"?"":r.value>0?"+":"−"}${t}`}function N(r,i=r?.lines[0]){if(!r||!i)return;let t=r.turn===0?1:-1;return i.ends?{value:t*Math.sign(i.ends)*A,ends:Math.abs(i.ends)}:{value:t*i.score,ends:0}}function ct(r,i,t){let e=[];return r.lines.slice(0,t).forEach((s,n)=>{let o=s.moves[0];if(!o)return;let a=R(i.view.moves.find(u=>u.text===o.text)?.events??[]),l=o.path.filter(u=>!u.key&&u.sites.length>0).map(u=>u.sites[0]),p=a[0]??l[0],f=a.at(-1)??l.at(-1),m=i.view.board.shape==="points"?l[1]??f:f;p===void 0||m===void 0||p===m||e.some(u=>u.from===p&&u.to===m)||e.push({from:p,to:m,rank:n+1})}),e}function Ot(r,i){return r?Math.abs(r.value)>=A?r.value>0?100:0:Math.round(50+48*Math.tanh(r.value/(i?1200:450))):50}function pt(r,i,t){let e=Ot(r,i.view.board.shape==="pits"),s=i.view.board.shape==="squares"?100-e:e;return d`<div
    class="ev${t?" up":""}"
    role="meter"
    aria-label="Evaluation for ${i.sides[0]}"
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${e}
    aria-valuetext=${U(r)}
  >
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ev-part tall" x="0" y=${t?0:100-s} width="100" height=${s} />
      <rect class="ev-part wide" x="0" y="0" width=${s} height="100" />
    </svg>
    <b>${U(r)}</b>
  </div>`}var Rt=["one line","two lines","three lines","four lines","five lines"];function ut(r,i,t,e,s){let n=i?.lines.slice(0,e)??[],o=r.view.outcome?[]:Array.from({length:e},(a,l)=>n[l]);return d`<div class="engine">
    <div class="line small">
      <label class="switch"><input type="checkbox" .checked=${t} @change=${a=>s.toggle(a.target.checked)} /><b>Engine</b></label>
      <select aria-label="How many lines" @change=${a=>s.many(Number(a.target.value))}>
        ${Rt.map((a,l)=>d`<option value=${l+1} ?selected=${l+1===e}>${a}</option>`)}
      </select>
      <span class="sp"></span>
      <span class="soft num">${t?i&&i.depth?`depth ${i.depth} · full turns`:r.view.outcome?"":"thinking …":"off"}</span>
    </div>
    ${t?o.map((a,l)=>a?d`<button type="button" class="ln r${l+1}" title="Play ${a.turns[0]??""}" @click=${()=>s.play(a)}>
                <i>${l+1}</i><b>${U(N(i,a))}</b><span>${a.turns.join(" ")}</span>
              </button>`:d`<span class="ln r${l+1}" aria-hidden="true"><i>${l+1}</i><b>–</b><span></span></span>`):c}
  </div>`}var jt=0,B=class{#e;#t;#i=0;ask(i,t,e,s){let n=String(++jt);this.#t={id:n,text:JSON.stringify({type:i,id:n,lines:e,...t}),answers:s},this.#e?.readyState===WebSocket.OPEN?this.#e.send(this.#t.text):this.#e||this.#s()}stop(){this.#t=void 0,this.#e?.readyState===WebSocket.OPEN&&this.#e.send(JSON.stringify({type:"stop"}))}close(){this.#t=void 0,clearTimeout(this.#i),this.#e?.close(),this.#e=void 0}#s(){let i=location.protocol==="https:"?"wss:":"ws:",t=new WebSocket(`${i}//${location.host}/api/analysis`);this.#e=t,t.onopen=()=>this.#t&&t.send(this.#t.text),t.onmessage=e=>{let s=JSON.parse(e.data),n=this.#t;!n||s.id!==n.id||(s.type==="info"&&s.analysis?n.answers.info?.(s.analysis):s.type==="review"&&s.analysis?n.answers.review?.(s.at,s.analysis):(s.type==="done"||s.type==="refused")&&n.answers.done?.(s.problem))},t.onclose=()=>{this.#e===t&&(this.#e=void 0,this.#t&&(this.#i=window.setTimeout(()=>this.#t&&this.#s(),1500)))}}};function mt(r,i,t,e,s){let n=i.length,o=r.filter(h=>h!==void 0),[a,l,p,f]=[780,130,44,10],m=e?3e3:1500,u=Math.max(200,...o.map(h=>Math.min(m,Math.abs(h.value)))),$=h=>p+(a-p-8)*h/n,w=h=>f+l/2*(1-Math.max(-u,Math.min(u,h))/u),K=r.flatMap((h,b)=>h?[[$(b),w(h.value)]]:[]),X=K.map(([h,b])=>`${h.toFixed(1)} ${b.toFixed(1)}`).join("L"),L=w(0),Z=qt(u/100),kt=[Z,-Z].map(h=>h*100).filter(h=>Math.abs(h)<=u),Q=n>120?50:n>50?20:n>12?10:2,xt=Array.from({length:Math.floor(n/Q)+1},(h,b)=>b*Q),St=`M${K[0][0].toFixed(1)} ${L}L${X}L${K.at(-1)[0].toFixed(1)} ${L}Z`;return d`<svg
      viewBox="0 0 ${a} ${l+34}"
      role="img"
      aria-label="Evaluation of ${n} turns"
      @click=${h=>{let b=h.currentTarget.getBoundingClientRect(),Et=Math.round(((h.clientX-b.left)/b.width*a-p)/((a-p-8)/n));s(Math.max(0,Math.min(n,Et)))}}
    >
      ${kt.map(h=>M`<line class="p-grid" x1=${p} x2=${a-8} y1=${w(h)} y2=${w(h)}/><text x=${p-6} y=${w(h)+4} text-anchor="end">${h>0?"+":"−"}${Math.abs(h)/100}</text>`)}
      <text x=${p-6} y=${L+4} text-anchor="end">0</text>
      ${M`<path class="p-area" d=${St}/><path class="p-line" d="M${X}"/><line class="p-zero" x1=${p} x2=${a-8} y1=${L} y2=${L}/>`}
      ${xt.map(h=>M`<text x=${$(h)} y=${l+28} text-anchor="middle">${h}</text>`)}
      ${i.map((h,b)=>h.mark==="??"||h.mark==="?"?M`<circle class="p-bad" cx=${$(b+1)} cy=${w(r[b+1]?.value??0)} r="4.5"><title>${h.text}${h.mark}</title></circle>`:c)}
      ${t!==void 0?M`<line class="p-now" x1=${$(t)} x2=${$(t)} y1=${f-4} y2=${l+12}/><circle class="p-dot" cx=${$(t)} cy=${w(r[t]?.value??0)} r="5"/>`:c}
    </svg>`}function qt(r){for(let i of[1,2,5,10,20,50])if(i*2.2>=r)return i;return 50}var Ft={pits:3,points:2.5,squares:1},H=class{constructor(i,t){this.changed=i;this.failed=t;this.scores=[];this.running=!1;this.#e=new B;this.#t=[]}#e;#t;close(){this.#e.close()}clear(){this.stop(),this.scores=[]}stop(){this.running=!1,this.#e.stop(),this.changed()}begin(i,t,e,s){let n=P(i);this.running=!0,this.#t=[],this.scores=Array.from({length:n.length+1});for(let o of n)o.mark=o.better="";this.#e.ask("review",t,1,{review:(o,a)=>this.#i(o,a,n,e,s),done:o=>{this.running=!1,o&&this.failed(o.detail),this.changed()}}),this.changed()}#i(i,t,e,s,n){let o=[...this.scores];o[i]=N(t)??n(e[i-1])??o[i-1],this.scores=o,this.#t[i]=t.lines[0]?.turns[0]??"",this.#s(e,Ft[s]),this.changed()}#s(i,t){let e=s=>Math.max(-1500*t,Math.min(1500*t,s));i.forEach((s,n)=>{let[o,a]=[this.scores[n],this.scores[n+1]];if(!o||!a)return;let l=(e(o.value)-e(a.value))*(s.side===0?1:-1);s.mark=O.find(([p])=>l>=p*t)?.[1]??"",s.better=s.mark&&this.#t[n]!==s.text?this.#t[n]??"":""})}at(i){return x(i)?this.scores[v(i).length]:void 0}render(i,t,e,s,n){let o=P(t);if(o.length<2)return c;let a=this.scores.some(m=>m!==void 0),l=i.view.board.shape==="pits",p=d`<div class="hd small soft">
      <span><b>Evaluation</b> in ${l?"seeds":"pieces"}, ${i.sides[0]} above</span><span class="sp"></span>
      <span>${this.#n(i,o)}</span>
      <button type="button" class="btn tiny" @click=${()=>this.running?this.stop():n()}>${this.running?"Stop":a?"Again":"Review the game"}</button>
    </div>`;if(!a)return d`<div class="card plot">${p}</div>`;let f=x(e)?v(e).length:void 0;return d`<div class="card plot">${p}${mt(this.scores,o,f,l,m=>s(m===0?t:o[m-1]))}</div>`}#n(i,t){return this.running?`turn ${Math.max(0,this.scores.filter(s=>s!==void 0).length-1)} of ${t.length}`:[0,1].map(s=>{let n=O.map(([,o])=>[t.filter(a=>a.side===s&&a.mark===o).length,o]).filter(([o])=>o>0);return n.length>0?`${i.sides[s]} ${n.map(([o,a])=>`${o} ${a}`).join(", ")}`:""}).filter(Boolean).join(" · ")}};function I(r){let i=r?.view.outcome;return i?{value:i==="draw"?0:i==="first"?A:-A,ends:0}:void 0}function ft(r,i){let t={game:r.game,variant:r.variant,set:r.set},e=T("",{...t,position:r.start,moves:q(k(r.now)).join("_"),at:String(v(r.now).length)}),s=`<iframe src="${location.origin}/embed${e}" width="640" height="${r.squares?760:520}" title="${r.title}"></iframe>`,n=(o,a,l)=>d`<button type="button" class="link" @click=${l}>${g(o)}${a}</button>`;return d`<div class="links">
      ${n("share",r.copied?"Copied":"Copy link",i.link)} ${n("flip","Flip",i.flip)}
      ${r.pits?n("turn","Turn",()=>nt({long:!S().long})):c}
      <a href=${T("/",{...t,position:r.position})}>${g("two")}Play from here</a>
      ${n("down","Record",i.save)} ${n("down","SVG",()=>i.picture("svg"))} ${n("down","PNG",()=>i.picture("png"))}
    </div>
    <details class="in">
      <summary>Bring a record, embed a board</summary>
      <form
        class="field"
        @submit=${o=>{o.preventDefault(),i.open()}}
      >
        <textarea rows="4" aria-label="A record" placeholder="The text of a record" spellcheck="false" .value=${r.record} @input=${o=>i.typed(o.target.value)}></textarea>
        <button class="btn" ?disabled=${r.record.trim()===""}>Open the record</button>
      </form>
      <label class="field"
        ><span class="small">For another page</span>
        <textarea rows="3" readonly class="mono" .value=${s} @focus=${o=>o.target.select()}></textarea>
      </label>
    </details>`}function vt(r){let{root:i,now:t,pending:e}=r;return d`<div class="treebox">
    <div class="tree" tabindex="0" role="group" aria-label="Moves">
      ${i.comment?d`<em>${i.comment}</em>`:c}${bt(r,i,!0)}${e&&t===i?d`<span class="g soft">${e} …</span>`:c}${i.children.length===0&&!e?d`<span class="soft">Play on the board; other turns become variations.</span>`:c}
    </div>
  </div>`}function bt(r,i,t){let e=[],s=i,n=t;for(;s.children.length>0;){let[o,...a]=s.children;e.push(gt(r,o,n)),n=a.length>0||o.comment!==""||o.better!=="";for(let l of a)e.push(d`<div class="br">${gt(r,l,!0)}${bt(r,l,l.comment!=="")}</div>`);s=o}return e}function gt(r,i,t){let e=r.root.children[0]?.side===1?1:0,s=v(i).length-1+e,n=s%2===0?`${s/2+1}`:t?`${Math.floor(s/2)+1}…`:"",o=O.find(([,a])=>a===i.mark)?.[2];return d`<span class="g"
    >${n?d`<span class="n">${n}</span>`:c}<button type="button" aria-current=${i===r.now?"true":c} @click=${()=>r.go(i)}>
      ${i.text}${i.mark?d`<i title=${o??""}>${i.mark}</i>`:c}</button
    >${i.better?d`<em class="better">${o?`${o}; `:""}better <code>${i.better}</code></em>`:c}${i.comment?d`<em>${i.comment}</em>`:c}</span
  >${r.pending&&i===r.now?d`<span class="g soft">${r.pending} …</span>`:c}`}function $t(r,i){let t=`Comment on ${r.text||"the start"}`;return d`<div class="cm">
    <input aria-label=${t} placeholder=${t} maxlength="2000" .value=${r.comment} @change=${e=>i.say(e.target.value.trim())} />
    ${r.parent?d`${x(r)?c:d`<button type="button" class="btn tiny" @click=${i.promote}>Main line</button>`}<button
            type="button"
            class="icb"
            aria-label="Delete from ${r.text} on"
            title="Delete from here on"
            @click=${i.prune}
          >
            ${g("close")}
          </button>`:c}
  </div>`}async function wt(r){let[,i,t]=/viewBox="\S+ \S+ (\S+) (\S+)"/.exec(r)??["","900","520"],[e,s]=[Math.round(Number(i)*1.5),Math.round(Number(t)*1.5)],n=r.replace(/<svg /,`<svg width="${e}" height="${s}" `),o=URL.createObjectURL(new Blob([n],{type:"image/svg+xml"}));try{let a=new Image;await new Promise((p,f)=>{a.onload=p,a.onerror=()=>f(new Error("The browser cannot draw the picture.")),a.src=o});let l=document.createElement("canvas");return l.width=e,l.height=s,l.getContext("2d")?.drawImage(a,0,0,e,s),await new Promise((p,f)=>l.toBlob(m=>m?p(m):f(new Error("The browser cannot write the picture.")),"image/png"))}finally{URL.revokeObjectURL(o)}}var yt="Link copied",z=class extends dt{constructor(){super();this.place="Analyse";this.skip="Skip to the board";this.#e="";this.#t=[];this.#i="";this.#s=D();this.#a=new Map;this.#d=new B;this.review=new H(()=>this.requestUpdate(),t=>this.fault=t);this.#l=0;this.#b=!1;this.#$=()=>{document.visibilityState==="hidden"?this.#d.stop():this.#u()};this.#w=t=>{t.defaultPrevented||t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||this.editor||t.target.closest("kb-board, input, select, textarea, dialog")||this.#y(t.key)&&t.preventDefault()};this.games=[],this.now=this.#s,this.pending=this.fault=this.said=this.record="",this.engine=!0,this.lines=3,this.flip=!1;let t=new URLSearchParams(location.search);this.game=t.get("game")??"",this.#e=t.get("variant")??"",this.#t=t.getAll("set"),this.#i=t.get("position")??"",this.#s=G(t.get("moves")??"");let e=t.get("at"),s=P(this.#s);this.now=e===null?s.at(-1)??this.#s:s[Number(e)-1]??this.#s,this.flip=t.has("flip"),this.#b=t.has("edit"),this.addEventListener("kb-move",n=>{this.#v(n.detail.text)}),this.addEventListener("kb-refuse",n=>{this.#x(n.detail)}),this.addEventListener("kb-edit",n=>this.editor?.put(n.detail.site)),this.addEventListener("kb-type",()=>this.querySelector(".an-box kb-movebox")?.focus())}static{this.properties={games:{state:!0},game:{state:!0},answer:{state:!0},now:{state:!0},pending:{state:!0},fault:{state:!0},refusal:{state:!0},engine:{state:!0},lines:{state:!0},analysis:{state:!0},flip:{state:!0},editor:{state:!0},said:{state:!0},record:{state:!0}}}#e;#t;#i;#s;#n;#a;#d;#l;#b;connectedCallback(){super.connectedCallback(),document.addEventListener("keydown",this.#w),document.addEventListener("visibilitychange",this.#$),y.games().then(async t=>{this.games=t,t.some(e=>e.name===this.game)||(this.game=t[0].name),await this.#o(this.now),this.#b&&this.#k()}).catch(t=>this.fault=t instanceof Error?t.message:String(t))}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener("keydown",this.#w),document.removeEventListener("visibilitychange",this.#$),this.#d.close(),this.review.close()}#$;get#h(){return this.querySelector("kb-board")}get#c(){return this.games.find(t=>t.name===this.game)}#r(t,e=""){return{game:this.game,variant:this.#e,set:[...this.#t],position:this.#i,moves:[...q(t),...e?[e]:[]]}}async#o(t,e=!1){let s=++this.#l;this.fault="";try{let n=this.#a.get(t)??await y.position({...this.#r(t),seen:!0,history:!0});if(s!==this.#l)return;this.#a.set(t,n),this.#e=n.variant,this.#t=n.set,v(t).forEach((l,p)=>{l.text=n.turns[p]?.text??l.text,l.side=n.turns[p]?.side??l.side}),this.now=t,this.pending="";let o=n.turns.length,a=n.turns.at(-1);this.#g(n,a?.seen??j,o>1?n.turns[o-2].board:o===1?n.board:void 0,a?.text??"",e),this.#m()}catch(n){if(!(n instanceof J))throw n;if(s!==this.#l)return;if(this.fault=n.message,t.parent){let o=_(t);await this.#o(o),this.fault=n.message}else this.#i&&(this.#i="",await this.#o(this.#s),this.fault=n.message)}}#g(t,e,s,n,o){let a=t.view;this.answer=t,this.refusal=void 0,this.analysis=void 0;let l=this.#c;this.#n={label:`${l?.title??""}, ${a.outcome?"the game is over":`${t.sides[a.turn]} to move`}`,sides:t.sides,board:a.board,moves:a.outcome?W:a.moves,events:s?e:j,previous:s,lastPath:s?V:R(e??j),lastText:n,lastWho:"",midTurn:a.midTurn??!1,missed:V,arrows:[],placeholder:a.moves[0]?.text??""},this.requestUpdate(),o?S().sounds&&at[e?.some(p=>p.kind==="take")?"take":"piece"]():this.updateComplete.then(async()=>{await this.#h?.updateComplete,this.#h?.skip()}),this.#u()}async#v(t){let e=this.answer;if(!e||this.editor)return;let s=this.pending+t,n=++this.#l;try{let o=await y.position({...this.#r(this.now,s),seen:!0,history:!0});if(n!==this.#l)return;let a=o.turns.at(-1);if(o.view.midTurn){this.pending=a?.text??s,this.#g(o,o.seen,e.view.board,t,!0);return}let l=et(this.now,a?.text??s,a?.side??e.view.turn);this.#a.set(l,o),this.now=l,this.pending="",this.#g(o,o.seen,e.view.board,t,!0),this.#m()}catch(o){if(!(o instanceof J))throw o;this.refusal=ot(o.problem),this.#h?.reset()}}async#x(t){let e=this.answer,s=this.#h;if(!e||!s)return;if(t.site===void 0)return this.#v(t.text);let n=await rt({game:this.game,variant:this.#e,set:[...this.#t],position:e.view.position},e.view.board,s.narrow.sites.at(-1),t.site,s.narrow.lit);this.answer===e&&(this.refusal=n)}#w;#y(t){let e=this.now,s=e.parent?.children??[],o={ArrowLeft:this.pending?e:e.parent,ArrowRight:e.children[0],ArrowDown:s[s.indexOf(e)+1],ArrowUp:s[s.indexOf(e)-1],Home:this.#s,End:k(e)}[t];return!o||o===e&&!this.pending?!1:(this.#o(o,t==="ArrowRight"),!0)}#m(){if(this.editor)return;let t=it(this.#s),e=x(this.now),s=P(this.#s),n=e&&this.now!==s.at(-1)?String(v(this.now).length):void 0,o=T("/analysis",{game:this.game,variant:this.#e,set:this.#t,position:this.#i,moves:t,at:n,flip:this.flip?"1":void 0});o.length<3e4&&history.replaceState(null,"",o)}#p(t,e,s,n,o=D()){this.game=t,this.#e=e,this.#t=s,this.#i=n,this.#s=o,this.now=o,this.review.clear(),this.editor=void 0,this.#a.clear(),this.#o(k(o))}#u(){if(!this.engine||this.editor||!this.answer||this.answer.view.outcome||document.visibilityState==="hidden"){this.#d.stop();return}let t=this.answer;this.#d.ask("go",this.#r(this.now,this.pending),this.lines,{info:e=>{this.answer===t&&(this.analysis=e,this.#S(e,t))}})}#S(t,e){let s=this.#n,n=ct(t,e,this.lines);!s||JSON.stringify(n)===JSON.stringify(s.arrows)||(this.#n={...s,arrows:n},this.requestUpdate())}get#E(){return I(this.answer)??N(this.analysis)??(this.pending?void 0:this.review.at(this.now))}#A(){let t=k(this.#s),e=this.answer?.view.board.shape??"squares";this.review.begin(this.#s,this.#r(t),e,s=>s?I(this.#a.get(s)):void 0)}#k(){let t=this.answer;if(!t)return;this.#d.stop(),this.analysis=void 0;let e=s=>y.position({game:this.game,variant:this.#e,set:[...this.#t],position:s});this.editor=new C(t.view.board,t.view.turn,e,()=>this.requestUpdate())}#M(){this.editor=void 0,this.#u()}async#P(t){try{let{position:e}=await y.readRecord(t);this.#p(e.game,e.variant,e.set,e.start,G(e.turns.map(s=>s.text).join("_"))),this.record=""}catch(e){this.fault=e instanceof Error?e.message:String(e)}}async#N(){try{let t=await y.writeRecord(this.#r(k(this.now)));F(`${this.game}.txt`,new Blob([t],{type:"text/plain"}))}catch(t){this.fault=t instanceof Error?t.message:String(t)}}async#B(){let t=S();return y.picture({...this.#r(this.now,this.pending),style:t.look,dark:t.dark,flipped:this.flip,numbers:t.numbers,names:t.coordinates,arrows:(this.#n?.arrows??[]).map(e=>({from:e.from,to:e.to,rank:e.rank??0}))})}async#L(t){try{let e=await this.#B();if(t==="svg")return F(`${this.game}.svg`,new Blob([e],{type:"image/svg+xml"}));F(`${this.game}.png`,await wt(e))}catch(e){this.fault=e instanceof Error?e.message:String(e)}}async#T(t){this.said=await lt(t)?yt:"The browser does not let us copy; it can be copied from the address bar",setTimeout(()=>this.said="",3e3)}body(){let t=this.#n,e=this.answer;if(!t||!e)return d`<p class="soft wait" role="status">${this.fault||"Setting up the board …"}</p>`;let s=this.editor;return d`<div class="an">
      <div class="an-main">
        <div class="bw${s?" bare":""}">${s?this.#R(s.board,e):this.#O(t,e)}</div>
        ${this.fault?d`<p class="tip" role="alert">${g("no")}<span>${this.fault}</span></p>`:c}
        ${s?c:this.review.render(e,this.#s,this.now,n=>{this.#o(n)},()=>this.#A())}
      </div>
      <aside class="card side" aria-label="Analysis">
        ${this.#q(e)}
        ${s?s.render(e.sides,this.#c?.board,()=>this.#p(this.game,this.#e,this.#t,s.position),()=>this.#M()):d`${ut(e,this.analysis,this.engine,this.lines,{toggle:n=>this.#C(n),many:n=>this.#U(n),play:n=>{this.#v(this.#F(n))}})}
            ${vt({root:this.#s,now:this.now,pending:this.pending,go:n=>{this.#o(n,n.parent===this.now)}})} ${this.#H()} ${this.#K()}
            <div class="an-box"><kb-movebox .moves=${t.moves} .placeholder=${t.placeholder??""}></kb-movebox></div>`}
        ${this.#V(e)} ${this.#W(e)}
      </aside>
    </div>
    <div class="sr" role="status">${this.said}</div>`}#O(t,e){return d`${pt(this.#E,e,this.flip)}
      <kb-table
        .view=${t}
        .taste=${this.#j()}
        .players=${[]}
        .turned=${S().long&&t.board.shape==="pits"}
        .flipped=${this.flip}
        .refusal=${this.refusal}
        .help=${!1}
      ></kb-table>`}#R(t,e){let s=S();return d`<div class="table ${t.shape}">
      <div class="t-board">
        <kb-board
          .board=${t}
          .moves=${W}
          .edit=${!0}
          .sideNames=${e.sides}
          .look=${s.look}
          .dark=${s.dark}
          .flipped=${this.flip}
          .shortcuts=${!1}
          label="${this.#c?.title??""}, being set up"
        ></kb-board>
      </div>
    </div>`}#f;#j(){let t=S();return(!this.#f||Object.entries(t).some(([e,s])=>e!=="premove"&&e!=="confirm"&&this.#f?.[e]!==s))&&(this.#f={...t,premove:!1,confirm:!1}),this.#f}#q(t){let e=this.#c,s=t.view.outcome,n=s?s==="draw"?`drawn: ${t.view.reason}`:`${t.sides[s==="first"?0:1]} has won: ${t.view.reason}`:`${t.sides[t.view.turn]} to move`;return d`<div class="an-head">
      <div class="line">
        <h1>Analysis</h1>
        <span class="sp"></span>
        <select aria-label="Game" @change=${o=>this.#p(o.target.value,"",[],"")}>
          ${this.games.map(o=>d`<option value=${o.name} ?selected=${o.name===this.game}>${o.title.replace("English draughts","Draughts")}</option>`)}
        </select>
        ${e&&e.variants.length>1?d`<select aria-label="Variant" @change=${o=>this.#p(this.game,o.target.value,[],"")}>
              ${e.variants.map(o=>d`<option value=${o.name} ?selected=${o.name===this.#e}>${o.title.replace("English draughts","English")}</option>`)}
            </select>`:c}
      </div>
      <p class="soft small">${e?tt({...e,board:t.view.board}).split(",")[0]:""} · turn ${v(this.now).length} of ${v(k(this.now)).length} · ${n}</p>
      ${this.#t.length>0?d`<p class="small"><code>${this.#t.join(", ")}</code></p>`:c}
    </div>`}#F(t){let e=t.turns[0]??t.moves.map(s=>s.text).join("");return this.pending&&e.startsWith(this.pending)?e.slice(this.pending.length):e}#C(t){this.engine=t,this.analysis=void 0,this.#n&&(this.#n={...this.#n,arrows:[]}),this.#u()}#U(t){this.lines=t,this.#u()}#H(){let t=(s,n,o,a)=>d`<button type="button" class="icb" aria-label=${s} ?disabled=${a} @click=${()=>this.#y(o)}>${g(n)}</button>`,e=this.now;return d`<div class="navs">
      ${t("First move","first","Home",e===this.#s)} ${t("One move back","prev","ArrowLeft",e===this.#s&&!this.pending)}
      ${t("One move on","next","ArrowRight",e.children.length===0)} ${t("Newest move","last","End",e.children.length===0)}
      <button type="button" class="icb" aria-label="Show this move again" ?disabled=${e===this.#s} @click=${()=>this.#h?.replay()}>${g("replay")}</button>
    </div>`}#K(){let t=this.now,e=()=>{this.#m(),this.requestUpdate()};return $t(t,{say:s=>{t.comment=s,e()},promote:()=>{st(t),this.review.clear(),e()},prune:()=>{x(t)&&this.review.clear(),this.#o(_(t))}})}#V(t){let e=this.editor?.position??t.view.position;return d`<form
      class="pos"
      @submit=${s=>{s.preventDefault();let n=s.target.querySelector("input")?.value.trim()??"";y.position({game:this.game,variant:this.#e,set:[...this.#t],position:n}).then(()=>this.#p(this.game,this.#e,this.#t,n),o=>this.fault=o instanceof Error?o.message:String(o))}}
    >
      <input aria-label="Position" spellcheck="false" autocomplete="off" maxlength="4096" .value=${e} />
      <button class="btn">Set</button>
      ${this.editor?c:d`<button type="button" class="btn" @click=${()=>this.#k()}>${g("pencil")}Set up</button>`}
    </form>`}#W(t){let e=t.view.board.shape,s={game:this.game,title:this.#c?.title??"",variant:this.#e,set:this.#t,start:this.#i,now:this.now,position:t.view.position,pits:e==="pits",squares:e==="squares",copied:this.said===yt,record:this.record};return ft(s,{link:()=>{this.#T(location.href)},flip:()=>{this.flip=!this.flip,this.#m()},save:()=>{this.#N()},picture:n=>{this.#L(n)},typed:n=>this.record=n,open:()=>{this.#P(this.record)}})}};customElements.define("kb-analysis",z);
