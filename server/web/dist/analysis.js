import{a as L,b as B,c as O,d as P,e as rt,f as at,h as dt}from"./chunk-O3XVXJIZ.js";import{a as ct}from"./chunk-FJC2WSU5.js";import{a as G,b as et,c as g,d as C,e as k,f as M,g as x,h as st,i as D,j as it,k as nt}from"./chunk-M5LB7WEF.js";import"./chunk-BLSJPBBS.js";import"./chunk-GAO7O6UV.js";import{a as lt,c as ht}from"./chunk-DRHOZMQA.js";import{b as F,d as j,e as K,f as V}from"./chunk-IK5BU5GC.js";import"./chunk-MKIV4O6X.js";import{i as Q,j as Y,l as tt}from"./chunk-6YUONH5C.js";import{a as J,b as R,c as y}from"./chunk-UESQP7TH.js";import{a as pt,b as ut,c as q}from"./chunk-JZWTLSGD.js";import{a as S,b as ot}from"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as d,b as A,d as h,f as v}from"./chunk-OHZ7X5PI.js";var Ft=(o,i)=>i.map(t=>o.at[t]).join(","),E=o=>Array.from({length:o},(i,t)=>t);function jt(o,i){let t=o.columns,n=`${[E(t).map(r=>4*t-1-r),E(t).map(r=>2*t+r),E(t).map(r=>t-1-r),E(t).map(r=>t+r)].map(r=>Ft(o,r)).join("/")} ${i===0?"S":"N"}`;if(!o.stores)return n;let s=E(4*t).filter(r=>(o.marks?.[r]??0)&1&&o.at[r]>0);return`${n} ${s.map(r=>o.names[r]).join("")||"-"} -`}function Ct(o,i){return`${E(o.rows).map(e=>{let n="",s=0;for(let r=0;r<o.columns;r++){let a=o.at[e*o.columns+r];if(a===0){s++;continue}s>0&&(n+=s),s=0,n+=a===1?"w":"b"}return n+(s>0?s:"")}).join("/")} ${i===0?"w":"b"}`}function qt(o,i){let t=(e,n)=>E(o.at.length).filter(s=>o.at[s]===e||o.at[s]===n).map(s=>(o.at[s]===n?"K":"")+o.names[s]).join(",");return`${i===0?"B":"W"}:W${t(2,4)}:B${t(1,3)}`}function mt(o,i){return o.shape==="pits"?jt(o,i):o.shape==="points"?Ct(o,i):qt(o,i)}function Ut(o,i){switch(o.shape){case"pits":return[["+1","One more"],["-1","One less"],["0","Empty"],...o.stores?[["unplayed","Not yet played upon"]]:[]];case"points":return[[String(1),i[0]],[String(2),i[1]],["0","Nothing"]];case"squares":return[[String(1),`${i[0]} man`],[String(3),`${i[0]} king`],[String(2),`${i[1]} man`],[String(4),`${i[1]} king`],["0","Nothing"]]}}var U=class{constructor(i,t,e,n){this.board=i;this.turn=t;this.check=e;this.changed=n;this.fault="";this.#t=0;this.board={...i,at:[...i.at],marks:i.marks?[...i.marks]:void 0,hand:0},this.tool=i.shape==="pits"?"+1":"1"}#t;get position(){return mt(this.board,this.turn)}put(i){let t=this.board,e=[...t.at],n=[...t.marks??t.at.map(()=>0)];t.shape==="pits"?(this.tool==="+1"?e[i]=Math.min(99,e[i]+1):this.tool==="-1"?e[i]=Math.max(0,e[i]-1):this.tool==="0"?e[i]=0:this.tool==="unplayed"&&(n[i]^=1),e[i]===0&&(n[i]=0)):e[i]=e[i]===Number(this.tool)?0:Number(this.tool),this.#e({...t,at:e,marks:n})}#e(i){this.board=i,this.#i()}#i(){let i=++this.#t,t=e=>{i===this.#t&&(this.fault=e,this.changed())};this.changed(),this.check(this.position).then(()=>t(""),e=>t(e instanceof Error?e.message:String(e)))}render(i,t,e,n){let s=this.board,r=(l,p,f,m,u)=>d`<span class="seg" role="radiogroup" aria-label=${p}
        >${f.map(([b,w])=>d`<label><input type="radio" name=${l} .checked=${b===m} @change=${()=>u(b)} /><span>${w}</span></label>`)}</span
      >`,a=[["0",`${i[0]} to move`],["1",`${i[1]} to move`]];return d`<div class="editor">
      <p><b>Set up the board.</b> <span class="soft">Choose what to put, then point; the server says what is wrong with it.</span></p>
      <div class="line">
        ${r("tool","What to put",Ut(s,i),this.tool,l=>{this.tool=l,this.changed()})}
      </div>
      <div class="line">
        ${r("edit-turn","Who moves",a,String(this.turn),l=>{this.turn=Number(l),this.#i()})}
      </div>
      <div class="line">
        <button type="button" class="btn" @click=${()=>this.#e({...s,at:s.at.map(()=>0),marks:s.marks?.map(()=>0)})}>Clear</button>
        ${t&&t.at.length===s.at.length?d`<button type="button" class="btn" @click=${()=>this.#e({...t,at:[...t.at],marks:t.marks?[...t.marks]:void 0})}>The start</button>`:h}
      </div>
      ${this.fault?d`<p class="tip" role="alert">${v("no")}<span>${Q(this.fault)}</span></p>`:h}
      <div class="line">
        <button type="button" class="btn pri" ?disabled=${this.fault!==""} @click=${e}>Study this position</button>
        <button type="button" class="btn" @click=${n}>Leave it</button>
      </div>
    </div>`}};function ft(o,i,t){let e=[];return o.lines.slice(0,t).forEach((n,s)=>{let r=n.moves[0];if(!r)return;let a=F(i.view.moves.find(u=>u.text===r.text)?.events??[]),l=r.path.filter(u=>!u.key&&u.sites.length>0).map(u=>u.sites[0]),p=a[0]??l[0],f=a.at(-1)??l.at(-1),m=i.view.board.shape==="points"?l[1]??f:f;p===void 0||m===void 0||p===m||e.some(u=>u.from===p&&u.to===m)||e.push({from:p,to:m,rank:s+1})}),e}function Ht(o,i){return o?Math.abs(o.value)>=B?o.value>0?100:0:Math.round(50+48*Math.tanh(o.value/(i?1200:450))):50}function gt(o,i,t){let e=Ht(o,i.view.board.shape==="pits"),n=i.view.board.shape==="squares"?100-e:e;return d`<div
    class="ev${t?" up":""}"
    role="meter"
    aria-label="Evaluation for ${i.sides[0]}"
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${e}
    aria-valuetext=${O(o)}
  >
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ev-part tall" x="0" y=${t?0:100-n} width="100" height=${n} />
      <rect class="ev-part wide" x="0" y="0" width=${n} height="100" />
    </svg>
    <b>${O(o)}</b>
  </div>`}var Wt=["one line","two lines","three lines","four lines","five lines"];function vt(o,i,t,e,n){let s=i?.lines.slice(0,e)??[],r=o.view.outcome?[]:Array.from({length:e},(a,l)=>s[l]);return d`<div class="engine">
    <div class="line small">
      <label class="switch"><input type="checkbox" .checked=${t} @change=${a=>n.toggle(a.target.checked)} /><b>Engine</b></label>
      <select aria-label="How many lines" @change=${a=>n.many(Number(a.target.value))}>
        ${Wt.map((a,l)=>d`<option value=${l+1} ?selected=${l+1===e}>${a}</option>`)}
      </select>
      <span class="sp"></span>
      <span class="soft num">${t?i&&i.depth?`depth ${i.depth} · full turns`:o.view.outcome?"":"thinking …":"off"}</span>
    </div>
    ${t?r.map((a,l)=>a?d`<button type="button" class="ln r${l+1}" title="Play ${a.turns[0]??""}" @click=${()=>n.play(a)}>
                <i>${l+1}</i><b>${O(P(i,a))}</b><span>${a.turns.join(" ")}</span>
              </button>`:d`<span class="ln r${l+1}" aria-hidden="true"><i>${l+1}</i><b>–</b><span></span></span>`):h}
  </div>`}function $t(o,i,t,e,n,s,r){return d`<div class="an-head">
    <div class="line">
      <h1>Analysis</h1>
      <span class="sp"></span>
      <select aria-label="Game" @change=${a=>r(a.target.value,"")}>
        ${t.map(a=>d`<option value=${a.name} ?selected=${a.name===o.game}>${a.title.replace("English draughts","Draughts")}</option>`)}
      </select>
      ${i&&i.variants.length>1?d`<select aria-label="Variant" @change=${a=>r(i.name,a.target.value)}>
            ${i.variants.map(a=>d`<option value=${a.name} ?selected=${a.name===o.variant}>${a.title.replace("English draughts","English")}</option>`)}
          </select>`:h}
    </div>
    ${Vt(o,n)}
    <p class="soft small">${i?tt({...i,board:o.view.board}).split(",")[0]:""} · turn ${g(s).length} of ${g(k(s)).length} · ${Kt(o)}</p>
    ${e.length>0?d`<p class="small"><code>${e.join(", ")}</code></p>`:h}
  </div>`}function Kt(o){let i=o.view.outcome;return i?i==="draw"?`drawn: ${o.view.reason}`:`${o.sides[i==="first"?0:1]} has won: ${o.view.reason}`:`${o.sides[o.view.turn]} to move`}function Vt(o,i){let t=(s,r)=>i[s]??i[o.sides[r]],e=[t("First",0),t("Second",1)];if(!e[0]&&!e[1])return h;let n=[i.Event,i.Date,i.Result].filter(s=>s&&s!=="*").join(" · ");return d`<p class="small players"><b>${e[0]??o.sides[0]} – ${e[1]??o.sides[1]}</b> <span class="soft">${n}</span></p>`}function bt(o,i,t){return o.value==="draw"?"drawn":`${o.value==="win"?i:t} wins in ${Y(o.plies,"ply","plies")}`}function wt(o,i){let t=o.known;if(!t||o.view.outcome)return h;let[e,n]=[o.sides[o.view.turn],o.sides[1-o.view.turn]];return d`<div class="known" role="group" aria-label="Endgame table">
    <p class="small"><b>Endgame table</b>: ${bt(t,e,n)}</p>
    <div class="kn">
      ${t.turns.map(s=>d`<button type="button" class=${s.value} title="${s.text}: ${bt(s,e,n)}" @click=${()=>i(s.text)}>
          <code>${s.text}</code> <span>${s.value==="draw"?"draw":`${s.value} ${s.plies}`}</span>
        </button>`)}
    </div>
  </div>`}var Gt=0,N=class{#t;#e;#i=0;ask(i,t,e,n){let s=String(++Gt);this.#e={id:s,text:JSON.stringify({type:i,id:s,lines:e,...t}),answers:n},this.#t?.readyState===WebSocket.OPEN?this.#t.send(this.#e.text):this.#t||this.#n()}stop(){this.#e=void 0,this.#t?.readyState===WebSocket.OPEN&&this.#t.send(JSON.stringify({type:"stop"}))}close(){removeEventListener("pagehide",this.#s),removeEventListener("pageshow",this.#o),this.#e=void 0,clearTimeout(this.#i),this.#t?.close(),this.#t=void 0}#s=()=>{clearTimeout(this.#i);let i=this.#t;this.#t=void 0,i?.close()};#o=i=>{i.persisted&&this.#e&&!this.#t&&this.#n()};#n(){let i=location.protocol==="https:"?"wss:":"ws:";addEventListener("pagehide",this.#s),addEventListener("pageshow",this.#o);let t=new WebSocket(`${i}//${location.host}/api/analysis`);this.#t=t,t.onopen=()=>this.#e&&t.send(this.#e.text),t.onmessage=e=>{let n=JSON.parse(e.data),s=this.#e;!s||n.id!==s.id||(n.type==="info"&&n.analysis?s.answers.info?.(n.analysis):n.type==="review"&&n.analysis?s.answers.review?.(n.at,n.analysis):(n.type==="done"||n.type==="refused")&&s.answers.done?.(n.problem))},t.onclose=()=>{this.#t===t&&(this.#t=void 0,this.#e&&(this.#i=window.setTimeout(()=>this.#e&&this.#n(),1500)))}}};function yt(o,i,t,e,n){let s=i.length,r=o.filter(c=>c!==void 0),[a,l,p,f]=[780,130,44,10],m=e?3e3:1500,u=Math.max(200,...r.map(c=>Math.min(m,Math.abs(c.value)))),b=c=>p+(a-p-8)*c/s,w=c=>f+l/2*(1-Math.max(-u,Math.min(u,c))/u),W=o.flatMap((c,$)=>c?[[b($),w(c.value)]]:[]),z=W.map(([c,$])=>`${c.toFixed(1)} ${$.toFixed(1)}`).join("L"),T=w(0),X=Dt(u/100),Nt=[X,-X].map(c=>c*100).filter(c=>Math.abs(c)<=u),Z=s>120?50:s>50?20:s>12?10:2,Tt=Array.from({length:Math.floor(s/Z)+1},(c,$)=>$*Z),Lt=`M${W[0][0].toFixed(1)} ${T}L${z}L${W.at(-1)[0].toFixed(1)} ${T}Z`;return d`<svg
      viewBox="0 0 ${a} ${l+34}"
      role="img"
      aria-label="Evaluation of ${s} turns"
      @click=${c=>{let $=c.currentTarget.getBoundingClientRect(),Bt=Math.round(((c.clientX-$.left)/$.width*a-p)/((a-p-8)/s));n(Math.max(0,Math.min(s,Bt)))}}
    >
      ${Nt.map(c=>A`<line class="p-grid" x1=${p} x2=${a-8} y1=${w(c)} y2=${w(c)}/><text x=${p-6} y=${w(c)+4} text-anchor="end">${c>0?"+":"−"}${Math.abs(c)/100}</text>`)}
      <text x=${p-6} y=${T+4} text-anchor="end">0</text>
      ${A`<path class="p-area" d=${Lt}/><path class="p-line" d="M${z}"/><line class="p-zero" x1=${p} x2=${a-8} y1=${T} y2=${T}/>`}
      ${Tt.map(c=>A`<text x=${b(c)} y=${l+28} text-anchor="middle">${c}</text>`)}
      ${i.map((c,$)=>c.mark==="??"||c.mark==="?"?A`<circle class="p-bad" cx=${b($+1)} cy=${w(o[$+1]?.value??0)} r="4.5"><title>${c.text}${c.mark}</title></circle>`:h)}
      ${t!==void 0?A`<line class="p-now" x1=${b(t)} x2=${b(t)} y1=${f-4} y2=${l+12}/><circle class="p-dot" cx=${b(t)} cy=${w(o[t]?.value??0)} r="5"/>`:h}
    </svg>`}function Dt(o){for(let i of[1,2,5,10,20,50])if(i*2.2>=o)return i;return 50}var H=class{constructor(i,t){this.changed=i;this.failed=t;this.scores=[];this.running=!1;this.#t=new N;this.#e=[]}#t;#e;close(){this.#t.close()}clear(){this.stop(),this.scores=[]}stop(){this.running=!1,this.#t.stop(),this.changed()}begin(i,t,e){let n=M(i);this.running=!0,this.#e=[],this.scores=Array.from({length:n.length+1});for(let s of n)s.mark=s.better="";this.#t.ask("review",t,1,{review:(s,r)=>this.#i(s,r,n,e),done:s=>{this.running=!1,s&&this.failed(s.detail),this.changed()}}),this.changed()}#i(i,t,e,n){let s=[...this.scores];s[i]=P(t)??n(e[i-1])??s[i-1],this.scores=s,this.#e[i]=t.lines[0]?.turns[0]??"",this.#s(e),this.changed()}#s(i){i.forEach((t,e)=>{let[n,s]=[this.scores[e],this.scores[e+1]];if(n?.chance===void 0||s?.chance===void 0)return;let r=(n.chance-s.chance)*(t.side===0?1:-1);t.mark=L.find(([a])=>r>=a)?.[1]??"",t.better=t.mark&&this.#e[e]!==t.text?this.#e[e]??"":""})}at(i){return x(i)?this.scores[g(i).length]:void 0}render(i,t,e,n,s){let r=M(t);if(r.length<2)return h;let a=this.scores.some(m=>m!==void 0),l=i.view.board.shape==="pits",p=d`<div class="hd small soft">
      <span><b>Evaluation</b> in ${l?"seeds":"pieces"}, ${i.sides[0]} above</span><span class="sp"></span>
      <span>${this.#o(i,r)}</span>
      <button type="button" class="btn tiny" @click=${()=>this.running?this.stop():s()}>${this.running?"Stop":a?"Again":"Review the game"}</button>
    </div>`;if(!a)return d`<div class="card plot">${p}</div>`;let f=x(e)?g(e).length:void 0;return d`<div class="card plot">${p}${yt(this.scores,r,f,l,m=>n(m===0?t:r[m-1]))}</div>`}#o(i,t){return this.running?`turn ${Math.max(0,this.scores.filter(n=>n!==void 0).length-1)} of ${t.length}`:[0,1].map(n=>{let s=L.map(([,r])=>[t.filter(a=>a.side===n&&a.mark===r).length,r]).filter(([r])=>r>0);return s.length>0?`${i.sides[n]} ${s.map(([r,a])=>`${r} ${a}`).join(", ")}`:""}).filter(Boolean).join(" · ")}};function _(o){let i=o?.view.outcome;return i?{value:i==="draw"?0:i==="first"?B:-B,chance:i==="draw"?.5:i==="first"?1:0,ends:0}:void 0}function kt(o,i){let t={game:o.game,variant:o.variant,set:o.set},e=R("",{...t,position:o.start,moves:C(k(o.now)).join("_"),at:String(g(o.now).length)}),n=`<iframe src="${location.origin}/embed${e}" width="640" height="${o.squares?760:520}" title="${o.title}"></iframe>`,s=(r,a,l)=>d`<button type="button" class="link" @click=${l}>${v(r)}${a}</button>`;return d`<div class="links">
      ${s("share",o.copied?"Copied":"Copy link",i.link)} ${s("flip","Flip",i.flip)}
      ${o.pits?s("turn","Turn",()=>ot({long:!S().long})):h}
      <a href=${R("/",{...t,position:o.position})}>${v("two")}Play from here</a>
      ${s("down","Record",i.save)} ${s("down","SVG",()=>i.picture("svg"))} ${s("down","PNG",()=>i.picture("png"))}
    </div>
    <details class="in">
      <summary>Bring a record, embed a board</summary>
      <form
        class="field"
        @submit=${r=>{r.preventDefault(),i.open()}}
      >
        <textarea rows="4" aria-label="A record" placeholder="The text of a record" spellcheck="false" .value=${o.record} @input=${r=>i.typed(r.target.value)}></textarea>
        <button class="btn" ?disabled=${o.record.trim()===""}>Open the record</button>
      </form>
      <label class="field"
        ><span class="small">For another page</span>
        <textarea rows="3" readonly class="mono" .value=${n} @focus=${r=>r.target.select()}></textarea>
      </label>
    </details>`}function St(o){let{root:i,now:t,pending:e}=o;return d`<div class="treebox">
    <div class="tree" tabindex="0" role="group" aria-label="Moves">
      ${i.comment?d`<em>${i.comment}</em>`:h}${Et(o,i,!0)}${e&&t===i?d`<span class="g soft">${e} …</span>`:h}${i.children.length===0&&!e?d`<span class="soft">Play on the board; other turns become variations.</span>`:h}
    </div>
  </div>`}function Et(o,i,t){let e=[],n=i,s=t;for(;n.children.length>0;){let[r,...a]=n.children;e.push(xt(o,r,s)),s=a.length>0||r.comment!==""||r.better!=="";for(let l of a)e.push(d`<div class="br">${xt(o,l,!0)}${Et(o,l,l.comment!=="")}</div>`);n=r}return e}function xt(o,i,t){let e=o.root.children[0]?.side===1?1:0,n=g(i).length-1+e,s=n%2===0?`${n/2+1}`:t?`${Math.floor(n/2)+1}…`:"",r=L.find(([,a])=>a===i.mark)?.[2];return d`<span class="g"
    >${s?d`<span class="n">${s}</span>`:h}<button type="button" aria-current=${i===o.now?"true":h} @click=${()=>o.go(i)}>
      ${i.text}${i.mark?d`<i title=${r??""}>${i.mark}</i>`:h}</button
    >${i.better?d`<em class="better">${r?`${r}; `:""}better <code>${i.better}</code></em>`:h}${i.comment?d`<em>${i.comment}</em>`:h}</span
  >${o.pending&&i===o.now?d`<span class="g soft">${o.pending} …</span>`:h}`}function At(o,i){let t=`Comment on ${o.text||"the start"}`;return d`<div class="cm">
    <input aria-label=${t} placeholder=${t} maxlength="2000" .value=${o.comment} @change=${e=>i.say(e.target.value.trim())} />
    ${o.parent?d`${x(o)?h:d`<button type="button" class="btn tiny" @click=${i.promote}>Main line</button>`}<button
            type="button"
            class="icb"
            aria-label="Delete from ${o.text} on"
            title="Delete from here on"
            @click=${i.prune}
          >
            ${v("close")}
          </button>`:h}
  </div>`}async function Pt(o){let[,i,t]=/viewBox="\S+ \S+ (\S+) (\S+)"/.exec(o)??["","900","520"],[e,n]=[Math.round(Number(i)*1.5),Math.round(Number(t)*1.5)],s=o.replace(/<svg /,`<svg width="${e}" height="${n}" `),r=URL.createObjectURL(new Blob([s],{type:"image/svg+xml"}));try{let a=new Image;await new Promise((p,f)=>{a.onload=p,a.onerror=()=>f(new Error("The browser cannot draw the picture.")),a.src=r});let l=document.createElement("canvas");return l.width=e,l.height=n,l.getContext("2d")?.drawImage(a,0,0,e,n),await new Promise((p,f)=>l.toBlob(m=>m?p(m):f(new Error("The browser cannot write the picture.")),"image/png"))}finally{URL.revokeObjectURL(r)}}var Mt="Link copied",I=class extends pt{constructor(){super();this.place="Analyse";this.skip="Skip to the board";this.#t="";this.#e=[];this.#i="";this.#s=G();this.#o={};this.#d=new Map;this.#l=new N;this.review=new H(()=>this.requestUpdate(),t=>this.fault=t);this.#h=0;this.#b=!1;this.#w=()=>{document.visibilityState==="hidden"?this.#l.stop():this.#m()};this.#y=t=>{t.defaultPrevented||t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||this.editor||t.target.closest("kb-board, input, select, textarea, dialog")||this.#k(t.key)&&t.preventDefault()};this.games=[],this.now=this.#s,this.pending=this.fault=this.said=this.record="",this.notes=[],this.engine=!0,this.lines=3,this.flip=!1;let t=new URLSearchParams(location.search);this.game=t.get("game")??"",this.#t=t.get("variant")??"",this.#e=t.getAll("set"),this.#i=t.get("position")??"",this.#s=nt(t.get("moves")??"");let e=t.get("at"),n=M(this.#s);this.now=e===null?n.at(-1)??this.#s:n[Number(e)-1]??this.#s,this.flip=t.has("flip"),this.#b=t.has("edit"),this.addEventListener("kb-move",s=>{this.#u(s.detail.text)}),this.addEventListener("kb-refuse",s=>{this.#A(s.detail)}),this.addEventListener("kb-edit",s=>this.editor?.put(s.detail.site)),this.addEventListener("kb-explore",s=>{this.#E(s.detail.text)}),this.addEventListener("kb-type",()=>this.querySelector(".an-box kb-movebox")?.focus())}static{this.properties={games:{state:!0},game:{state:!0},answer:{state:!0},now:{state:!0},pending:{state:!0},fault:{state:!0},refusal:{state:!0},engine:{state:!0},lines:{state:!0},analysis:{state:!0},flip:{state:!0},editor:{state:!0},said:{state:!0},record:{state:!0},notes:{state:!0}}}#t;#e;#i;#s;#o;#n;#d;#l;#h;#b;connectedCallback(){super.connectedCallback(),document.addEventListener("keydown",this.#y),document.addEventListener("visibilitychange",this.#w),y.games().then(async t=>{this.games=t,t.some(n=>n.name===this.game)||(this.game=t[0].name);let e=dt();if(e)return this.#S(e);await this.#r(this.now),this.#b&&this.#x()}).catch(t=>this.fault=t instanceof Error?t.message:String(t))}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener("keydown",this.#y),document.removeEventListener("visibilitychange",this.#w),this.#l.close(),this.review.close()}#w;get#c(){return this.querySelector("kb-board")}get#p(){return this.games.find(t=>t.name===this.game)}#a(t,e=""){return{game:this.game,variant:this.#t,set:[...this.#e],position:this.#i,moves:[...C(t),...e?[e]:[]]}}async#r(t,e=!1){let n=++this.#h;this.fault="";try{let s=this.#d.get(t)??await y.position({...this.#a(t),seen:!0,history:!0,known:!0});if(n!==this.#h)return;this.#d.set(t,s),this.#t=s.variant,this.#e=s.set,g(t).forEach((l,p)=>{l.text=s.turns[p]?.text??l.text,l.side=s.turns[p]?.side??l.side}),this.now=t,this.pending="";let r=s.turns.length,a=s.turns.at(-1);this.#$(s,a?.seen??j,r>1?s.turns[r-2].board:r===1?s.board:void 0,a?.text??"",e),this.#f()}catch(s){if(!(s instanceof J))throw s;if(n!==this.#h)return;if(this.fault=s.message,t.parent){let r=D(t);await this.#r(r),this.fault=s.message}else this.#i&&(this.#i="",await this.#r(this.#s),this.fault=s.message)}}#$(t,e,n,s,r){let a=t.view;this.answer=t,this.refusal=void 0,this.analysis=void 0;let l=this.#p;this.#n={label:`${l?.title??""}, ${a.outcome?"the game is over":`${t.sides[a.turn]} to move`}`,sides:t.sides,board:a.board,moves:a.outcome?V:a.moves,events:n?e:j,previous:n,lastPath:n?K:F(e??j),lastText:s,lastWho:"",midTurn:a.midTurn??!1,missed:K,arrows:[],placeholder:a.moves[0]?.text??""},this.requestUpdate(),r?S().sounds&&ct[e?.some(p=>p.kind==="take")?"take":"piece"]():this.updateComplete.then(async()=>{await this.#c?.updateComplete,this.#c?.skip()}),this.#m()}async#u(t){let e=this.answer;if(!e||this.editor)return;let n=this.pending+t,s=++this.#h;try{let r=await y.position({...this.#a(this.now,n),seen:!0,history:!0,known:!0});if(s!==this.#h)return;let a=r.turns.at(-1);if(r.view.midTurn){this.pending=a?.text??n,this.#$(r,r.seen,e.view.board,t,!0);return}let l=et(this.now,a?.text??n,a?.side??e.view.turn);this.#d.set(l,r),this.now=l,this.pending="",this.#$(r,r.seen,e.view.board,t,!0),this.#f()}catch(r){if(!(r instanceof J))throw r;this.refusal=lt(r.problem),this.#c?.reset()}}#E(t){return this.#u(this.pending&&t.startsWith(this.pending)?t.slice(this.pending.length):t)}async#A(t){let e=this.answer,n=this.#c;if(!e||!n)return;if(t.site===void 0)return this.#u(t.text);let s=await ht({game:this.game,variant:this.#t,set:[...this.#e],position:e.view.position},e.view.board,n.narrow.sites.at(-1),t.site,n.narrow.lit);this.answer===e&&(this.refusal=s)}#y;#k(t){let e=this.now,n=e.parent?.children??[],r={ArrowLeft:this.pending?e:e.parent,ArrowRight:e.children[0],ArrowDown:n[n.indexOf(e)+1],ArrowUp:n[n.indexOf(e)-1],Home:this.#s,End:k(e)}[t];return!r||r===e&&!this.pending?!1:(this.#r(r,t==="ArrowRight"),!0)}#f(){if(this.editor)return;let t=it(this.#s),e=x(this.now),n=M(this.#s),s=e&&this.now!==n.at(-1)?String(g(this.now).length):void 0,r=R("/analysis",{game:this.game,variant:this.#t,set:this.#e,position:this.#i,moves:t,at:s,flip:this.flip?"1":void 0});r.length<3e4&&history.replaceState(null,"",r)}#g(t,e,n,s,r=G()){this.game=t,this.#t=e,this.#e=n,this.#i=s,this.#s=r,this.now=r,this.review.clear(),this.#o={},this.notes=[],this.editor=void 0,this.#d.clear(),this.#r(k(r))}#m(){if(!this.engine||this.editor||!this.answer||this.answer.view.outcome||document.visibilityState==="hidden"){this.#l.stop();return}let t=this.answer;this.#l.ask("go",this.#a(this.now,this.pending),this.lines,{info:e=>{this.answer===t&&(this.analysis=e,this.#P(e,t))}})}#P(t,e){let n=this.#n,s=ft(t,e,this.lines);!n||JSON.stringify(s)===JSON.stringify(n.arrows)||(this.#n={...n,arrows:s},this.requestUpdate())}get#M(){return _(this.answer)??P(this.analysis)??(this.pending?void 0:this.review.at(this.now))}#N(){let t=k(this.#s);this.review.begin(this.#s,this.#a(t),e=>e?_(this.#d.get(e)):void 0)}#x(){let t=this.answer;if(!t)return;this.#l.stop(),this.analysis=void 0;let e=n=>y.position({game:this.game,variant:this.#t,set:[...this.#e],position:n});this.editor=new U(t.view.board,t.view.turn,e,()=>this.requestUpdate())}#T(){this.editor=void 0,this.#m()}async#S(t){try{let e=await y.readRecord(t),n=e.position,{root:s,tags:r,scores:a}=rt(e);this.#g(n.game,n.variant,n.set,n.start,s),this.#o=r,this.review.scores=a,this.notes=e.notes,this.record=""}catch(e){this.fault=e instanceof Error?e.message:String(e)}}async#L(){try{let t=await y.writeRecord({...this.#a(this.#s),tags:this.#o,comment:this.#s.comment,tree:at(this.#s,this.review.scores)});q(`${this.game}.txt`,new Blob([t],{type:"text/plain"}))}catch(t){this.fault=t instanceof Error?t.message:String(t)}}async#B(){let t=S();return y.picture({...this.#a(this.now,this.pending),style:t.look,dark:t.dark,flipped:this.flip,numbers:t.numbers,names:t.coordinates,arrows:(this.#n?.arrows??[]).map(e=>({from:e.from,to:e.to,rank:e.rank??0}))})}async#R(t){try{let e=await this.#B();if(t==="svg")return q(`${this.game}.svg`,new Blob([e],{type:"image/svg+xml"}));q(`${this.game}.png`,await Pt(e))}catch(e){this.fault=e instanceof Error?e.message:String(e)}}async#O(t){this.said=await ut(t)?Mt:"The browser does not let us copy; it can be copied from the address bar",setTimeout(()=>this.said="",3e3)}body(){let t=this.#n,e=this.answer;if(!t||!e)return d`<p class="soft wait" role="status">${this.fault||"Setting up the board …"}</p>`;let n=this.editor;return d`<div class="an">
      <div class="an-main">
        <div class="bw${n?" bare":""}">${n?this.#j(n.board,e):this.#F(t,e)}</div>
        ${this.fault?d`<p class="tip" role="alert">${v("no")}<span>${this.fault}</span></p>`:h}
        ${this.notes.length>0?d`<div class="card notes small" role="status">${this.notes.map(s=>d`<p>${s}</p>`)}</div>`:h}
        ${n?h:this.review.render(e,this.#s,this.now,s=>{this.#r(s)},()=>this.#N())}
      </div>
      <aside class="card side" aria-label="Analysis">
        ${$t(e,this.#p,this.games,this.#e,this.#o,this.now,(s,r)=>this.#g(s,r,[],""))}
        ${n?n.render(e.sides,this.#p?.board,()=>this.#g(this.game,this.#t,this.#e,n.position),()=>this.#T()):d`${vt(e,this.analysis,this.engine,this.lines,{toggle:s=>this.#U(s),many:s=>this.#H(s),play:s=>{this.#u(this.#q(s))}})}
            ${this.pending?h:wt(e,s=>{this.#u(s)})}
            ${St({root:this.#s,now:this.now,pending:this.pending,go:s=>{this.#r(s,s.parent===this.now)}})} ${this.#W()} ${this.#K()}
            <kb-explorer .body=${this.#a(this.now)} .sides=${e.sides}></kb-explorer>
            <div class="an-box"><kb-movebox .moves=${t.moves} .placeholder=${t.placeholder??""}></kb-movebox></div>`}
        ${this.#V(e)} ${this.#G(e)}
      </aside>
    </div>
    <div class="sr" role="status">${this.said}</div>`}#F(t,e){return d`${gt(this.#M,e,this.flip)}
      <kb-table
        .view=${t}
        .taste=${this.#C()}
        .players=${[]}
        .turned=${S().long&&t.board.shape==="pits"}
        .flipped=${this.flip}
        .refusal=${this.refusal}
        .help=${!1}
      ></kb-table>`}#j(t,e){let n=S();return d`<div class="table ${t.shape}">
      <div class="t-board">
        <kb-board
          .board=${t}
          .moves=${V}
          .edit=${!0}
          .sideNames=${e.sides}
          .look=${n.look}
          .dark=${n.dark}
          .flipped=${this.flip}
          .shortcuts=${!1}
          label="${this.#p?.title??""}, being set up"
        ></kb-board>
      </div>
    </div>`}#v;#C(){let t=S();return(!this.#v||Object.entries(t).some(([e,n])=>e!=="premove"&&e!=="confirm"&&this.#v?.[e]!==n))&&(this.#v={...t,premove:!1,confirm:!1}),this.#v}#q(t){let e=t.turns[0]??t.moves.map(n=>n.text).join("");return this.pending&&e.startsWith(this.pending)?e.slice(this.pending.length):e}#U(t){this.engine=t,this.analysis=void 0,this.#n&&(this.#n={...this.#n,arrows:[]}),this.#m()}#H(t){this.lines=t,this.#m()}#W(){let t=(n,s,r,a)=>d`<button type="button" class="icb" aria-label=${n} ?disabled=${a} @click=${()=>this.#k(r)}>${v(s)}</button>`,e=this.now;return d`<div class="navs">
      ${t("First move","first","Home",e===this.#s)} ${t("One move back","prev","ArrowLeft",e===this.#s&&!this.pending)}
      ${t("One move on","next","ArrowRight",e.children.length===0)} ${t("Newest move","last","End",e.children.length===0)}
      <button type="button" class="icb" aria-label="Show this move again" ?disabled=${e===this.#s} @click=${()=>this.#c?.replay()}>${v("replay")}</button>
    </div>`}#K(){let t=this.now,e=()=>{this.#f(),this.requestUpdate()};return At(t,{say:n=>{t.comment=n,e()},promote:()=>{st(t),this.review.clear(),e()},prune:()=>{x(t)&&this.review.clear(),this.#r(D(t))}})}#V(t){let e=this.editor?.position??t.view.position;return d`<form
      class="pos"
      @submit=${n=>{n.preventDefault();let s=n.target.querySelector("input")?.value.trim()??"";y.position({game:this.game,variant:this.#t,set:[...this.#e],position:s}).then(()=>this.#g(this.game,this.#t,this.#e,s),r=>this.fault=r instanceof Error?r.message:String(r))}}
    >
      <input aria-label="Position" spellcheck="false" autocomplete="off" maxlength="4096" .value=${e} />
      <button class="btn">Set</button>
      ${this.editor?h:d`<button type="button" class="btn" @click=${()=>this.#x()}>${v("pencil")}Set up</button>`}
    </form>`}#G(t){let e=t.view.board.shape,n={game:this.game,title:this.#p?.title??"",variant:this.#t,set:this.#e,start:this.#i,now:this.now,position:t.view.position,pits:e==="pits",squares:e==="squares",copied:this.said===Mt,record:this.record};return kt(n,{link:()=>{this.#O(location.href)},flip:()=>{this.flip=!this.flip,this.#f()},save:()=>{this.#L()},picture:s=>{this.#R(s)},typed:s=>this.record=s,open:()=>{this.#S(this.record)}})}};customElements.define("kb-analysis",I);
