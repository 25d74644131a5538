import{a as ht}from"./chunk-FJC2WSU5.js";import"./chunk-UP2QFVL3.js";import"./chunk-Z2FYAAKU.js";import{a as dt,c as lt}from"./chunk-GQ3V7UA3.js";import{b as F,d as j,e as K,f as V}from"./chunk-IK5BU5GC.js";import"./chunk-LEKUHNOU.js";import{a as B,b as L,c as O,d as P,e as ot,f as rt,h as at}from"./chunk-HBWP2YIF.js";import{a as G,b as tt,c as g,d as q,e as k,f as M,g as x,h as et,i as D,j as st,k as it}from"./chunk-M5LB7WEF.js";import{i as Q,l as Y}from"./chunk-56ALFKXO.js";import{a as J,b as R,c as y}from"./chunk-ICYZQVCP.js";import{a as ct,b as pt,c as C}from"./chunk-ENXZJJE7.js";import{a as S,b as nt}from"./chunk-COLOE3NP.js";import"./chunk-YLGZBFNB.js";import{a as d,b as A,d as c,f as v}from"./chunk-7AGGRMIB.js";var Lt=(r,n)=>n.map(t=>r.at[t]).join(","),E=r=>Array.from({length:r},(n,t)=>t);function Rt(r,n){let t=r.columns,s=`${[E(t).map(o=>4*t-1-o),E(t).map(o=>2*t+o),E(t).map(o=>t-1-o),E(t).map(o=>t+o)].map(o=>Lt(r,o)).join("/")} ${n===0?"S":"N"}`;if(!r.stores)return s;let i=E(4*t).filter(o=>(r.marks?.[o]??0)&1&&r.at[o]>0);return`${s} ${i.map(o=>r.names[o]).join("")||"-"} -`}function Ot(r,n){return`${E(r.rows).map(e=>{let s="",i=0;for(let o=0;o<r.columns;o++){let a=r.at[e*r.columns+o];if(a===0){i++;continue}i>0&&(s+=i),i=0,s+=a===1?"w":"b"}return s+(i>0?i:"")}).join("/")} ${n===0?"w":"b"}`}function Ft(r,n){let t=(e,s)=>E(r.at.length).filter(i=>r.at[i]===e||r.at[i]===s).map(i=>(r.at[i]===s?"K":"")+r.names[i]).join(",");return`${n===0?"B":"W"}:W${t(2,4)}:B${t(1,3)}`}function mt(r,n){return r.shape==="pits"?Rt(r,n):r.shape==="points"?Ot(r,n):Ft(r,n)}function jt(r,n){switch(r.shape){case"pits":return[["+1","One more"],["-1","One less"],["0","Empty"],...r.stores?[["unplayed","Not yet played upon"]]:[]];case"points":return[[String(1),n[0]],[String(2),n[1]],["0","Nothing"]];case"squares":return[[String(1),`${n[0]} man`],[String(3),`${n[0]} king`],[String(2),`${n[1]} man`],[String(4),`${n[1]} king`],["0","Nothing"]]}}var U=class{constructor(n,t,e,s){this.board=n;this.turn=t;this.check=e;this.changed=s;this.fault="";this.#e=0;this.board={...n,at:[...n.at],marks:n.marks?[...n.marks]:void 0,hand:0},this.tool=n.shape==="pits"?"+1":"1"}#e;get position(){return mt(this.board,this.turn)}put(n){let t=this.board,e=[...t.at],s=[...t.marks??t.at.map(()=>0)];t.shape==="pits"?(this.tool==="+1"?e[n]=Math.min(99,e[n]+1):this.tool==="-1"?e[n]=Math.max(0,e[n]-1):this.tool==="0"?e[n]=0:this.tool==="unplayed"&&(s[n]^=1),e[n]===0&&(s[n]=0)):e[n]=e[n]===Number(this.tool)?0:Number(this.tool),this.#t({...t,at:e,marks:s})}#t(n){this.board=n,this.#i()}#i(){let n=++this.#e,t=e=>{n===this.#e&&(this.fault=e,this.changed())};this.changed(),this.check(this.position).then(()=>t(""),e=>t(e instanceof Error?e.message:String(e)))}render(n,t,e,s){let i=this.board,o=(l,p,f,u,m)=>d`<span class="seg" role="radiogroup" aria-label=${p}
        >${f.map(([$,w])=>d`<label><input type="radio" name=${l} .checked=${$===u} @change=${()=>m($)} /><span>${w}</span></label>`)}</span
      >`,a=[["0",`${n[0]} to move`],["1",`${n[1]} to move`]];return d`<div class="editor">
      <p><b>Set up the board.</b> <span class="soft">Choose what to put, then point; the server says what is wrong with it.</span></p>
      <div class="line">
        ${o("tool","What to put",jt(i,n),this.tool,l=>{this.tool=l,this.changed()})}
      </div>
      <div class="line">
        ${o("edit-turn","Who moves",a,String(this.turn),l=>{this.turn=Number(l),this.#i()})}
      </div>
      <div class="line">
        <button type="button" class="btn" @click=${()=>this.#t({...i,at:i.at.map(()=>0),marks:i.marks?.map(()=>0)})}>Clear</button>
        ${t&&t.at.length===i.at.length?d`<button type="button" class="btn" @click=${()=>this.#t({...t,at:[...t.at],marks:t.marks?[...t.marks]:void 0})}>The start</button>`:c}
      </div>
      ${this.fault?d`<p class="tip" role="alert">${v("no")}<span>${Q(this.fault)}</span></p>`:c}
      <div class="line">
        <button type="button" class="btn pri" ?disabled=${this.fault!==""} @click=${e}>Study this position</button>
        <button type="button" class="btn" @click=${s}>Leave it</button>
      </div>
    </div>`}};function ut(r,n,t){let e=[];return r.lines.slice(0,t).forEach((s,i)=>{let o=s.moves[0];if(!o)return;let a=F(n.view.moves.find(m=>m.text===o.text)?.events??[]),l=o.path.filter(m=>!m.key&&m.sites.length>0).map(m=>m.sites[0]),p=a[0]??l[0],f=a.at(-1)??l.at(-1),u=n.view.board.shape==="points"?l[1]??f:f;p===void 0||u===void 0||p===u||e.some(m=>m.from===p&&m.to===u)||e.push({from:p,to:u,rank:i+1})}),e}function qt(r,n){return r?Math.abs(r.value)>=L?r.value>0?100:0:Math.round(50+48*Math.tanh(r.value/(n?1200:450))):50}function ft(r,n,t){let e=qt(r,n.view.board.shape==="pits"),s=n.view.board.shape==="squares"?100-e:e;return d`<div
    class="ev${t?" up":""}"
    role="meter"
    aria-label="Evaluation for ${n.sides[0]}"
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${e}
    aria-valuetext=${O(r)}
  >
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ev-part tall" x="0" y=${t?0:100-s} width="100" height=${s} />
      <rect class="ev-part wide" x="0" y="0" width=${s} height="100" />
    </svg>
    <b>${O(r)}</b>
  </div>`}var Ct=["one line","two lines","three lines","four lines","five lines"];function gt(r,n,t,e,s){let i=n?.lines.slice(0,e)??[],o=r.view.outcome?[]:Array.from({length:e},(a,l)=>i[l]);return d`<div class="engine">
    <div class="line small">
      <label class="switch"><input type="checkbox" .checked=${t} @change=${a=>s.toggle(a.target.checked)} /><b>Engine</b></label>
      <select aria-label="How many lines" @change=${a=>s.many(Number(a.target.value))}>
        ${Ct.map((a,l)=>d`<option value=${l+1} ?selected=${l+1===e}>${a}</option>`)}
      </select>
      <span class="sp"></span>
      <span class="soft num">${t?n&&n.depth?`depth ${n.depth} · full turns`:r.view.outcome?"":"thinking …":"off"}</span>
    </div>
    ${t?o.map((a,l)=>a?d`<button type="button" class="ln r${l+1}" title="Play ${a.turns[0]??""}" @click=${()=>s.play(a)}>
                <i>${l+1}</i><b>${O(P(n,a))}</b><span>${a.turns.join(" ")}</span>
              </button>`:d`<span class="ln r${l+1}" aria-hidden="true"><i>${l+1}</i><b>–</b><span></span></span>`):c}
  </div>`}function vt(r,n,t,e,s,i,o){return d`<div class="an-head">
    <div class="line">
      <h1>Analysis</h1>
      <span class="sp"></span>
      <select aria-label="Game" @change=${a=>o(a.target.value,"")}>
        ${t.map(a=>d`<option value=${a.name} ?selected=${a.name===r.game}>${a.title.replace("English draughts","Draughts")}</option>`)}
      </select>
      ${n&&n.variants.length>1?d`<select aria-label="Variant" @change=${a=>o(n.name,a.target.value)}>
            ${n.variants.map(a=>d`<option value=${a.name} ?selected=${a.name===r.variant}>${a.title.replace("English draughts","English")}</option>`)}
          </select>`:c}
    </div>
    ${Ht(r,s)}
    <p class="soft small">${n?Y({...n,board:r.view.board}).split(",")[0]:""} · turn ${g(i).length} of ${g(k(i)).length} · ${Ut(r)}</p>
    ${e.length>0?d`<p class="small"><code>${e.join(", ")}</code></p>`:c}
  </div>`}function Ut(r){let n=r.view.outcome;return n?n==="draw"?`drawn: ${r.view.reason}`:`${r.sides[n==="first"?0:1]} has won: ${r.view.reason}`:`${r.sides[r.view.turn]} to move`}function Ht(r,n){let t=(i,o)=>n[i]??n[r.sides[o]],e=[t("First",0),t("Second",1)];if(!e[0]&&!e[1])return c;let s=[n.Event,n.Date,n.Result].filter(i=>i&&i!=="*").join(" · ");return d`<p class="small players"><b>${e[0]??r.sides[0]} – ${e[1]??r.sides[1]}</b> <span class="soft">${s}</span></p>`}var Wt=0,N=class{#e;#t;#i=0;ask(n,t,e,s){let i=String(++Wt);this.#t={id:i,text:JSON.stringify({type:n,id:i,lines:e,...t}),answers:s},this.#e?.readyState===WebSocket.OPEN?this.#e.send(this.#t.text):this.#e||this.#s()}stop(){this.#t=void 0,this.#e?.readyState===WebSocket.OPEN&&this.#e.send(JSON.stringify({type:"stop"}))}close(){this.#t=void 0,clearTimeout(this.#i),this.#e?.close(),this.#e=void 0}#s(){let n=location.protocol==="https:"?"wss:":"ws:",t=new WebSocket(`${n}//${location.host}/api/analysis`);this.#e=t,t.onopen=()=>this.#t&&t.send(this.#t.text),t.onmessage=e=>{let s=JSON.parse(e.data),i=this.#t;!i||s.id!==i.id||(s.type==="info"&&s.analysis?i.answers.info?.(s.analysis):s.type==="review"&&s.analysis?i.answers.review?.(s.at,s.analysis):(s.type==="done"||s.type==="refused")&&i.answers.done?.(s.problem))},t.onclose=()=>{this.#e===t&&(this.#e=void 0,this.#t&&(this.#i=window.setTimeout(()=>this.#t&&this.#s(),1500)))}}};function bt(r,n,t,e,s){let i=n.length,o=r.filter(h=>h!==void 0),[a,l,p,f]=[780,130,44,10],u=e?3e3:1500,m=Math.max(200,...o.map(h=>Math.min(u,Math.abs(h.value)))),$=h=>p+(a-p-8)*h/i,w=h=>f+l/2*(1-Math.max(-m,Math.min(m,h))/m),W=r.flatMap((h,b)=>h?[[$(b),w(h.value)]]:[]),z=W.map(([h,b])=>`${h.toFixed(1)} ${b.toFixed(1)}`).join("L"),T=w(0),X=Kt(m/100),At=[X,-X].map(h=>h*100).filter(h=>Math.abs(h)<=m),Z=i>120?50:i>50?20:i>12?10:2,Pt=Array.from({length:Math.floor(i/Z)+1},(h,b)=>b*Z),Mt=`M${W[0][0].toFixed(1)} ${T}L${z}L${W.at(-1)[0].toFixed(1)} ${T}Z`;return d`<svg
      viewBox="0 0 ${a} ${l+34}"
      role="img"
      aria-label="Evaluation of ${i} turns"
      @click=${h=>{let b=h.currentTarget.getBoundingClientRect(),Nt=Math.round(((h.clientX-b.left)/b.width*a-p)/((a-p-8)/i));s(Math.max(0,Math.min(i,Nt)))}}
    >
      ${At.map(h=>A`<line class="p-grid" x1=${p} x2=${a-8} y1=${w(h)} y2=${w(h)}/><text x=${p-6} y=${w(h)+4} text-anchor="end">${h>0?"+":"−"}${Math.abs(h)/100}</text>`)}
      <text x=${p-6} y=${T+4} text-anchor="end">0</text>
      ${A`<path class="p-area" d=${Mt}/><path class="p-line" d="M${z}"/><line class="p-zero" x1=${p} x2=${a-8} y1=${T} y2=${T}/>`}
      ${Pt.map(h=>A`<text x=${$(h)} y=${l+28} text-anchor="middle">${h}</text>`)}
      ${n.map((h,b)=>h.mark==="??"||h.mark==="?"?A`<circle class="p-bad" cx=${$(b+1)} cy=${w(r[b+1]?.value??0)} r="4.5"><title>${h.text}${h.mark}</title></circle>`:c)}
      ${t!==void 0?A`<line class="p-now" x1=${$(t)} x2=${$(t)} y1=${f-4} y2=${l+12}/><circle class="p-dot" cx=${$(t)} cy=${w(r[t]?.value??0)} r="5"/>`:c}
    </svg>`}function Kt(r){for(let n of[1,2,5,10,20,50])if(n*2.2>=r)return n;return 50}var Vt={pits:3,points:2.5,squares:1},H=class{constructor(n,t){this.changed=n;this.failed=t;this.scores=[];this.running=!1;this.#e=new N;this.#t=[]}#e;#t;close(){this.#e.close()}clear(){this.stop(),this.scores=[]}stop(){this.running=!1,this.#e.stop(),this.changed()}begin(n,t,e,s){let i=M(n);this.running=!0,this.#t=[],this.scores=Array.from({length:i.length+1});for(let o of i)o.mark=o.better="";this.#e.ask("review",t,1,{review:(o,a)=>this.#i(o,a,i,e,s),done:o=>{this.running=!1,o&&this.failed(o.detail),this.changed()}}),this.changed()}#i(n,t,e,s,i){let o=[...this.scores];o[n]=P(t)??i(e[n-1])??o[n-1],this.scores=o,this.#t[n]=t.lines[0]?.turns[0]??"",this.#s(e,Vt[s]),this.changed()}#s(n,t){let e=s=>Math.max(-1500*t,Math.min(1500*t,s));n.forEach((s,i)=>{let[o,a]=[this.scores[i],this.scores[i+1]];if(!o||!a)return;let l=(e(o.value)-e(a.value))*(s.side===0?1:-1);s.mark=B.find(([p])=>l>=p*t)?.[1]??"",s.better=s.mark&&this.#t[i]!==s.text?this.#t[i]??"":""})}at(n){return x(n)?this.scores[g(n).length]:void 0}render(n,t,e,s,i){let o=M(t);if(o.length<2)return c;let a=this.scores.some(u=>u!==void 0),l=n.view.board.shape==="pits",p=d`<div class="hd small soft">
      <span><b>Evaluation</b> in ${l?"seeds":"pieces"}, ${n.sides[0]} above</span><span class="sp"></span>
      <span>${this.#a(n,o)}</span>
      <button type="button" class="btn tiny" @click=${()=>this.running?this.stop():i()}>${this.running?"Stop":a?"Again":"Review the game"}</button>
    </div>`;if(!a)return d`<div class="card plot">${p}</div>`;let f=x(e)?g(e).length:void 0;return d`<div class="card plot">${p}${bt(this.scores,o,f,l,u=>s(u===0?t:o[u-1]))}</div>`}#a(n,t){return this.running?`turn ${Math.max(0,this.scores.filter(s=>s!==void 0).length-1)} of ${t.length}`:[0,1].map(s=>{let i=B.map(([,o])=>[t.filter(a=>a.side===s&&a.mark===o).length,o]).filter(([o])=>o>0);return i.length>0?`${n.sides[s]} ${i.map(([o,a])=>`${o} ${a}`).join(", ")}`:""}).filter(Boolean).join(" · ")}};function _(r){let n=r?.view.outcome;return n?{value:n==="draw"?0:n==="first"?L:-L,ends:0}:void 0}function $t(r,n){let t={game:r.game,variant:r.variant,set:r.set},e=R("",{...t,position:r.start,moves:q(k(r.now)).join("_"),at:String(g(r.now).length)}),s=`<iframe src="${location.origin}/embed${e}" width="640" height="${r.squares?760:520}" title="${r.title}"></iframe>`,i=(o,a,l)=>d`<button type="button" class="link" @click=${l}>${v(o)}${a}</button>`;return d`<div class="links">
      ${i("share",r.copied?"Copied":"Copy link",n.link)} ${i("flip","Flip",n.flip)}
      ${r.pits?i("turn","Turn",()=>nt({long:!S().long})):c}
      <a href=${R("/",{...t,position:r.position})}>${v("two")}Play from here</a>
      ${i("down","Record",n.save)} ${i("down","SVG",()=>n.picture("svg"))} ${i("down","PNG",()=>n.picture("png"))}
    </div>
    <details class="in">
      <summary>Bring a record, embed a board</summary>
      <form
        class="field"
        @submit=${o=>{o.preventDefault(),n.open()}}
      >
        <textarea rows="4" aria-label="A record" placeholder="The text of a record" spellcheck="false" .value=${r.record} @input=${o=>n.typed(o.target.value)}></textarea>
        <button class="btn" ?disabled=${r.record.trim()===""}>Open the record</button>
      </form>
      <label class="field"
        ><span class="small">For another page</span>
        <textarea rows="3" readonly class="mono" .value=${s} @focus=${o=>o.target.select()}></textarea>
      </label>
    </details>`}function yt(r){let{root:n,now:t,pending:e}=r;return d`<div class="treebox">
    <div class="tree" tabindex="0" role="group" aria-label="Moves">
      ${n.comment?d`<em>${n.comment}</em>`:c}${kt(r,n,!0)}${e&&t===n?d`<span class="g soft">${e} …</span>`:c}${n.children.length===0&&!e?d`<span class="soft">Play on the board; other turns become variations.</span>`:c}
    </div>
  </div>`}function kt(r,n,t){let e=[],s=n,i=t;for(;s.children.length>0;){let[o,...a]=s.children;e.push(wt(r,o,i)),i=a.length>0||o.comment!==""||o.better!=="";for(let l of a)e.push(d`<div class="br">${wt(r,l,!0)}${kt(r,l,l.comment!=="")}</div>`);s=o}return e}function wt(r,n,t){let e=r.root.children[0]?.side===1?1:0,s=g(n).length-1+e,i=s%2===0?`${s/2+1}`:t?`${Math.floor(s/2)+1}…`:"",o=B.find(([,a])=>a===n.mark)?.[2];return d`<span class="g"
    >${i?d`<span class="n">${i}</span>`:c}<button type="button" aria-current=${n===r.now?"true":c} @click=${()=>r.go(n)}>
      ${n.text}${n.mark?d`<i title=${o??""}>${n.mark}</i>`:c}</button
    >${n.better?d`<em class="better">${o?`${o}; `:""}better <code>${n.better}</code></em>`:c}${n.comment?d`<em>${n.comment}</em>`:c}</span
  >${r.pending&&n===r.now?d`<span class="g soft">${r.pending} …</span>`:c}`}function xt(r,n){let t=`Comment on ${r.text||"the start"}`;return d`<div class="cm">
    <input aria-label=${t} placeholder=${t} maxlength="2000" .value=${r.comment} @change=${e=>n.say(e.target.value.trim())} />
    ${r.parent?d`${x(r)?c:d`<button type="button" class="btn tiny" @click=${n.promote}>Main line</button>`}<button
            type="button"
            class="icb"
            aria-label="Delete from ${r.text} on"
            title="Delete from here on"
            @click=${n.prune}
          >
            ${v("close")}
          </button>`:c}
  </div>`}async function St(r){let[,n,t]=/viewBox="\S+ \S+ (\S+) (\S+)"/.exec(r)??["","900","520"],[e,s]=[Math.round(Number(n)*1.5),Math.round(Number(t)*1.5)],i=r.replace(/<svg /,`<svg width="${e}" height="${s}" `),o=URL.createObjectURL(new Blob([i],{type:"image/svg+xml"}));try{let a=new Image;await new Promise((p,f)=>{a.onload=p,a.onerror=()=>f(new Error("The browser cannot draw the picture.")),a.src=o});let l=document.createElement("canvas");return l.width=e,l.height=s,l.getContext("2d")?.drawImage(a,0,0,e,s),await new Promise((p,f)=>l.toBlob(u=>u?p(u):f(new Error("The browser cannot write the picture.")),"image/png"))}finally{URL.revokeObjectURL(o)}}var Et="Link copied",I=class extends ct{constructor(){super();this.place="Analyse";this.skip="Skip to the board";this.#e="";this.#t=[];this.#i="";this.#s=G();this.#a={};this.#d=new Map;this.#l=new N;this.review=new H(()=>this.requestUpdate(),t=>this.fault=t);this.#h=0;this.#$=!1;this.#w=()=>{document.visibilityState==="hidden"?this.#l.stop():this.#m()};this.#y=t=>{t.defaultPrevented||t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||this.editor||t.target.closest("kb-board, input, select, textarea, dialog")||this.#k(t.key)&&t.preventDefault()};this.games=[],this.now=this.#s,this.pending=this.fault=this.said=this.record="",this.notes=[],this.engine=!0,this.lines=3,this.flip=!1;let t=new URLSearchParams(location.search);this.game=t.get("game")??"",this.#e=t.get("variant")??"",this.#t=t.getAll("set"),this.#i=t.get("position")??"",this.#s=it(t.get("moves")??"");let e=t.get("at"),s=M(this.#s);this.now=e===null?s.at(-1)??this.#s:s[Number(e)-1]??this.#s,this.flip=t.has("flip"),this.#$=t.has("edit"),this.addEventListener("kb-move",i=>{this.#u(i.detail.text)}),this.addEventListener("kb-refuse",i=>{this.#A(i.detail)}),this.addEventListener("kb-edit",i=>this.editor?.put(i.detail.site)),this.addEventListener("kb-explore",i=>{this.#E(i.detail.text)}),this.addEventListener("kb-type",()=>this.querySelector(".an-box kb-movebox")?.focus())}static{this.properties={games:{state:!0},game:{state:!0},answer:{state:!0},now:{state:!0},pending:{state:!0},fault:{state:!0},refusal:{state:!0},engine:{state:!0},lines:{state:!0},analysis:{state:!0},flip:{state:!0},editor:{state:!0},said:{state:!0},record:{state:!0},notes:{state:!0}}}#e;#t;#i;#s;#a;#n;#d;#l;#h;#$;connectedCallback(){super.connectedCallback(),document.addEventListener("keydown",this.#y),document.addEventListener("visibilitychange",this.#w),y.games().then(async t=>{this.games=t,t.some(s=>s.name===this.game)||(this.game=t[0].name);let e=at();if(e)return this.#S(e);await this.#o(this.now),this.#$&&this.#x()}).catch(t=>this.fault=t instanceof Error?t.message:String(t))}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener("keydown",this.#y),document.removeEventListener("visibilitychange",this.#w),this.#l.close(),this.review.close()}#w;get#c(){return this.querySelector("kb-board")}get#p(){return this.games.find(t=>t.name===this.game)}#r(t,e=""){return{game:this.game,variant:this.#e,set:[...this.#t],position:this.#i,moves:[...q(t),...e?[e]:[]]}}async#o(t,e=!1){let s=++this.#h;this.fault="";try{let i=this.#d.get(t)??await y.position({...this.#r(t),seen:!0,history:!0});if(s!==this.#h)return;this.#d.set(t,i),this.#e=i.variant,this.#t=i.set,g(t).forEach((l,p)=>{l.text=i.turns[p]?.text??l.text,l.side=i.turns[p]?.side??l.side}),this.now=t,this.pending="";let o=i.turns.length,a=i.turns.at(-1);this.#b(i,a?.seen??j,o>1?i.turns[o-2].board:o===1?i.board:void 0,a?.text??"",e),this.#f()}catch(i){if(!(i instanceof J))throw i;if(s!==this.#h)return;if(this.fault=i.message,t.parent){let o=D(t);await this.#o(o),this.fault=i.message}else this.#i&&(this.#i="",await this.#o(this.#s),this.fault=i.message)}}#b(t,e,s,i,o){let a=t.view;this.answer=t,this.refusal=void 0,this.analysis=void 0;let l=this.#p;this.#n={label:`${l?.title??""}, ${a.outcome?"the game is over":`${t.sides[a.turn]} to move`}`,sides:t.sides,board:a.board,moves:a.outcome?V:a.moves,events:s?e:j,previous:s,lastPath:s?K:F(e??j),lastText:i,lastWho:"",midTurn:a.midTurn??!1,missed:K,arrows:[],placeholder:a.moves[0]?.text??""},this.requestUpdate(),o?S().sounds&&ht[e?.some(p=>p.kind==="take")?"take":"piece"]():this.updateComplete.then(async()=>{await this.#c?.updateComplete,this.#c?.skip()}),this.#m()}async#u(t){let e=this.answer;if(!e||this.editor)return;let s=this.pending+t,i=++this.#h;try{let o=await y.position({...this.#r(this.now,s),seen:!0,history:!0});if(i!==this.#h)return;let a=o.turns.at(-1);if(o.view.midTurn){this.pending=a?.text??s,this.#b(o,o.seen,e.view.board,t,!0);return}let l=tt(this.now,a?.text??s,a?.side??e.view.turn);this.#d.set(l,o),this.now=l,this.pending="",this.#b(o,o.seen,e.view.board,t,!0),this.#f()}catch(o){if(!(o instanceof J))throw o;this.refusal=dt(o.problem),this.#c?.reset()}}#E(t){return this.#u(this.pending&&t.startsWith(this.pending)?t.slice(this.pending.length):t)}async#A(t){let e=this.answer,s=this.#c;if(!e||!s)return;if(t.site===void 0)return this.#u(t.text);let i=await lt({game:this.game,variant:this.#e,set:[...this.#t],position:e.view.position},e.view.board,s.narrow.sites.at(-1),t.site,s.narrow.lit);this.answer===e&&(this.refusal=i)}#y;#k(t){let e=this.now,s=e.parent?.children??[],o={ArrowLeft:this.pending?e:e.parent,ArrowRight:e.children[0],ArrowDown:s[s.indexOf(e)+1],ArrowUp:s[s.indexOf(e)-1],Home:this.#s,End:k(e)}[t];return!o||o===e&&!this.pending?!1:(this.#o(o,t==="ArrowRight"),!0)}#f(){if(this.editor)return;let t=st(this.#s),e=x(this.now),s=M(this.#s),i=e&&this.now!==s.at(-1)?String(g(this.now).length):void 0,o=R("/analysis",{game:this.game,variant:this.#e,set:this.#t,position:this.#i,moves:t,at:i,flip:this.flip?"1":void 0});o.length<3e4&&history.replaceState(null,"",o)}#g(t,e,s,i,o=G()){this.game=t,this.#e=e,this.#t=s,this.#i=i,this.#s=o,this.now=o,this.review.clear(),this.#a={},this.notes=[],this.editor=void 0,this.#d.clear(),this.#o(k(o))}#m(){if(!this.engine||this.editor||!this.answer||this.answer.view.outcome||document.visibilityState==="hidden"){this.#l.stop();return}let t=this.answer;this.#l.ask("go",this.#r(this.now,this.pending),this.lines,{info:e=>{this.answer===t&&(this.analysis=e,this.#P(e,t))}})}#P(t,e){let s=this.#n,i=ut(t,e,this.lines);!s||JSON.stringify(i)===JSON.stringify(s.arrows)||(this.#n={...s,arrows:i},this.requestUpdate())}get#M(){return _(this.answer)??P(this.analysis)??(this.pending?void 0:this.review.at(this.now))}#N(){let t=k(this.#s),e=this.answer?.view.board.shape??"squares";this.review.begin(this.#s,this.#r(t),e,s=>s?_(this.#d.get(s)):void 0)}#x(){let t=this.answer;if(!t)return;this.#l.stop(),this.analysis=void 0;let e=s=>y.position({game:this.game,variant:this.#e,set:[...this.#t],position:s});this.editor=new U(t.view.board,t.view.turn,e,()=>this.requestUpdate())}#T(){this.editor=void 0,this.#m()}async#S(t){try{let e=await y.readRecord(t),s=e.position,{root:i,tags:o,scores:a}=ot(e);this.#g(s.game,s.variant,s.set,s.start,i),this.#a=o,this.review.scores=a,this.notes=e.notes,this.record=""}catch(e){this.fault=e instanceof Error?e.message:String(e)}}async#B(){try{let t=await y.writeRecord({...this.#r(this.#s),tags:this.#a,comment:this.#s.comment,tree:rt(this.#s,this.review.scores)});C(`${this.game}.txt`,new Blob([t],{type:"text/plain"}))}catch(t){this.fault=t instanceof Error?t.message:String(t)}}async#L(){let t=S();return y.picture({...this.#r(this.now,this.pending),style:t.look,dark:t.dark,flipped:this.flip,numbers:t.numbers,names:t.coordinates,arrows:(this.#n?.arrows??[]).map(e=>({from:e.from,to:e.to,rank:e.rank??0}))})}async#R(t){try{let e=await this.#L();if(t==="svg")return C(`${this.game}.svg`,new Blob([e],{type:"image/svg+xml"}));C(`${this.game}.png`,await St(e))}catch(e){this.fault=e instanceof Error?e.message:String(e)}}async#O(t){this.said=await pt(t)?Et:"The browser does not let us copy; it can be copied from the address bar",setTimeout(()=>this.said="",3e3)}body(){let t=this.#n,e=this.answer;if(!t||!e)return d`<p class="soft wait" role="status">${this.fault||"Setting up the board …"}</p>`;let s=this.editor;return d`<div class="an">
      <div class="an-main">
        <div class="bw${s?" bare":""}">${s?this.#j(s.board,e):this.#F(t,e)}</div>
        ${this.fault?d`<p class="tip" role="alert">${v("no")}<span>${this.fault}</span></p>`:c}
        ${this.notes.length>0?d`<div class="card notes small" role="status">${this.notes.map(i=>d`<p>${i}</p>`)}</div>`:c}
        ${s?c:this.review.render(e,this.#s,this.now,i=>{this.#o(i)},()=>this.#N())}
      </div>
      <aside class="card side" aria-label="Analysis">
        ${vt(e,this.#p,this.games,this.#t,this.#a,this.now,(i,o)=>this.#g(i,o,[],""))}
        ${s?s.render(e.sides,this.#p?.board,()=>this.#g(this.game,this.#e,this.#t,s.position),()=>this.#T()):d`${gt(e,this.analysis,this.engine,this.lines,{toggle:i=>this.#U(i),many:i=>this.#H(i),play:i=>{this.#u(this.#C(i))}})}
            ${yt({root:this.#s,now:this.now,pending:this.pending,go:i=>{this.#o(i,i.parent===this.now)}})} ${this.#W()} ${this.#K()}
            <kb-explorer .body=${this.#r(this.now)} .sides=${e.sides}></kb-explorer>
            <div class="an-box"><kb-movebox .moves=${t.moves} .placeholder=${t.placeholder??""}></kb-movebox></div>`}
        ${this.#V(e)} ${this.#G(e)}
      </aside>
    </div>
    <div class="sr" role="status">${this.said}</div>`}#F(t,e){return d`${ft(this.#M,e,this.flip)}
      <kb-table
        .view=${t}
        .taste=${this.#q()}
        .players=${[]}
        .turned=${S().long&&t.board.shape==="pits"}
        .flipped=${this.flip}
        .refusal=${this.refusal}
        .help=${!1}
      ></kb-table>`}#j(t,e){let s=S();return d`<div class="table ${t.shape}">
      <div class="t-board">
        <kb-board
          .board=${t}
          .moves=${V}
          .edit=${!0}
          .sideNames=${e.sides}
          .look=${s.look}
          .dark=${s.dark}
          .flipped=${this.flip}
          .shortcuts=${!1}
          label="${this.#p?.title??""}, being set up"
        ></kb-board>
      </div>
    </div>`}#v;#q(){let t=S();return(!this.#v||Object.entries(t).some(([e,s])=>e!=="premove"&&e!=="confirm"&&this.#v?.[e]!==s))&&(this.#v={...t,premove:!1,confirm:!1}),this.#v}#C(t){let e=t.turns[0]??t.moves.map(s=>s.text).join("");return this.pending&&e.startsWith(this.pending)?e.slice(this.pending.length):e}#U(t){this.engine=t,this.analysis=void 0,this.#n&&(this.#n={...this.#n,arrows:[]}),this.#m()}#H(t){this.lines=t,this.#m()}#W(){let t=(s,i,o,a)=>d`<button type="button" class="icb" aria-label=${s} ?disabled=${a} @click=${()=>this.#k(o)}>${v(i)}</button>`,e=this.now;return d`<div class="navs">
      ${t("First move","first","Home",e===this.#s)} ${t("One move back","prev","ArrowLeft",e===this.#s&&!this.pending)}
      ${t("One move on","next","ArrowRight",e.children.length===0)} ${t("Newest move","last","End",e.children.length===0)}
      <button type="button" class="icb" aria-label="Show this move again" ?disabled=${e===this.#s} @click=${()=>this.#c?.replay()}>${v("replay")}</button>
    </div>`}#K(){let t=this.now,e=()=>{this.#f(),this.requestUpdate()};return xt(t,{say:s=>{t.comment=s,e()},promote:()=>{et(t),this.review.clear(),e()},prune:()=>{x(t)&&this.review.clear(),this.#o(D(t))}})}#V(t){let e=this.editor?.position??t.view.position;return d`<form
      class="pos"
      @submit=${s=>{s.preventDefault();let i=s.target.querySelector("input")?.value.trim()??"";y.position({game:this.game,variant:this.#e,set:[...this.#t],position:i}).then(()=>this.#g(this.game,this.#e,this.#t,i),o=>this.fault=o instanceof Error?o.message:String(o))}}
    >
      <input aria-label="Position" spellcheck="false" autocomplete="off" maxlength="4096" .value=${e} />
      <button class="btn">Set</button>
      ${this.editor?c:d`<button type="button" class="btn" @click=${()=>this.#x()}>${v("pencil")}Set up</button>`}
    </form>`}#G(t){let e=t.view.board.shape,s={game:this.game,title:this.#p?.title??"",variant:this.#e,set:this.#t,start:this.#i,now:this.now,position:t.view.position,pits:e==="pits",squares:e==="squares",copied:this.said===Et,record:this.record};return $t(s,{link:()=>{this.#O(location.href)},flip:()=>{this.flip=!this.flip,this.#f()},save:()=>{this.#B()},picture:i=>{this.#R(i)},typed:i=>this.record=i,open:()=>{this.#S(this.record)}})}};customElements.define("kb-analysis",I);
