import{a as st}from"./chunk-FJC2WSU5.js";import{a as q,b as X,c as y,d as U,e as M,f as T,g as A,h as Z,i as H,j as Q,k as K}from"./chunk-TIJQ6USU.js";import"./chunk-7EHAQFJW.js";import"./chunk-GAO7O6UV.js";import{a as Y,c as tt}from"./chunk-2YRVO5HA.js";import{b as W,d as N,e as D,f as _}from"./chunk-IK5BU5GC.js";import"./chunk-MKIV4O6X.js";import{i as it,l as nt}from"./chunk-RWAE7Y2J.js";import{a as G,b as B,c as w}from"./chunk-BCLPZI2X.js";import{a as at,b as ot,c as F}from"./chunk-JZWTLSGD.js";import{a as k,b as et}from"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as r,b as E,d as u,f as g}from"./chunk-OHZ7X5PI.js";var gt=(o,c)=>c.map(t=>o.at[t]).join(","),S=o=>Array.from({length:o},(c,t)=>t);function ft(o,c){let t=o.columns,s=`${[S(t).map(i=>4*t-1-i),S(t).map(i=>2*t+i),S(t).map(i=>t-1-i),S(t).map(i=>t+i)].map(i=>gt(o,i)).join("/")} ${c===0?"S":"N"}`;if(!o.stores)return s;let n=S(4*t).filter(i=>(o.marks?.[i]??0)&1&&o.at[i]>0);return`${s} ${n.map(i=>o.names[i]).join("")||"-"} -`}function vt(o,c){return`${S(o.rows).map(e=>{let s="",n=0;for(let i=0;i<o.columns;i++){let a=o.at[e*o.columns+i];if(a===0){n++;continue}n>0&&(s+=n),n=0,s+=a===1?"w":"b"}return s+(n>0?n:"")}).join("/")} ${c===0?"w":"b"}`}function $t(o,c){let t=(e,s)=>S(o.at.length).filter(n=>o.at[n]===e||o.at[n]===s).map(n=>(o.at[n]===s?"K":"")+o.names[n]).join(",");return`${c===0?"B":"W"}:W${t(2,4)}:B${t(1,3)}`}function R(o,c){return o.shape==="pits"?ft(o,c):o.shape==="points"?vt(o,c):$t(o,c)}async function rt(o){let[,c,t]=/viewBox="\S+ \S+ (\S+) (\S+)"/.exec(o)??["","900","520"],[e,s]=[Math.round(Number(c)*1.5),Math.round(Number(t)*1.5)],n=o.replace(/<svg /,`<svg width="${e}" height="${s}" `),i=URL.createObjectURL(new Blob([n],{type:"image/svg+xml"}));try{let a=new Image;await new Promise((d,p)=>{a.onload=d,a.onerror=()=>p(new Error("The browser cannot draw the picture.")),a.src=i});let l=document.createElement("canvas");return l.width=e,l.height=s,l.getContext("2d")?.drawImage(a,0,0,e,s),await new Promise((d,p)=>l.toBlob(f=>f?d(f):p(new Error("The browser cannot write the picture.")),"image/png"))}finally{URL.revokeObjectURL(i)}}var j=[[300,"??","blunder"],[150,"?","mistake"],[70,"?!","slip"]],x=1e4;function O(o){if(!o)return"–";if(Math.abs(o.value)>=x)return`${o.value>0?"+":"−"}${o.ends?`#${o.ends}`:"won"}`;let c=Math.abs(o.value)/100,t=c.toFixed(c<10?1:0);return`${t==="0.0"?"":o.value>0?"+":"−"}${t}`}var bt=0,L=class{#e;#s;#i=0;ask(c,t,e,s){let n=String(++bt);this.#s={id:n,text:JSON.stringify({type:c,id:n,lines:e,...t}),answers:s},this.#e?.readyState===WebSocket.OPEN?this.#e.send(this.#s.text):this.#e||this.#t()}stop(){this.#s=void 0,this.#e?.readyState===WebSocket.OPEN&&this.#e.send(JSON.stringify({type:"stop"}))}close(){this.#s=void 0,clearTimeout(this.#i),this.#e?.close(),this.#e=void 0}#t(){let c=location.protocol==="https:"?"wss:":"ws:",t=new WebSocket(`${c}//${location.host}/api/analysis`);this.#e=t,t.onopen=()=>this.#s&&t.send(this.#s.text),t.onmessage=e=>{let s=JSON.parse(e.data),n=this.#s;!n||s.id!==n.id||(s.type==="info"&&s.analysis?n.answers.info?.(s.analysis):s.type==="review"&&s.analysis?n.answers.review?.(s.at,s.analysis):(s.type==="done"||s.type==="refused")&&n.answers.done?.(s.problem))},t.onclose=()=>{this.#e===t&&(this.#e=void 0,this.#s&&(this.#i=window.setTimeout(()=>this.#s&&this.#t(),1500)))}}};function lt(o,c,t,e,s){let n=c.length,i=o.filter(h=>h!==void 0),[a,l,d,p]=[780,130,44,10],f=e?3e3:1500,$=Math.max(200,...i.map(h=>Math.min(f,Math.abs(h.value)))),v=h=>d+(a-d-8)*h/n,m=h=>p+l/2*(1-Math.max(-$,Math.min($,h))/$),C=o.flatMap((h,b)=>h?[[v(b),m(h.value)]]:[]),V=C.map(([h,b])=>`${h.toFixed(1)} ${b.toFixed(1)}`).join("L"),P=m(0),I=wt($/100),ht=[I,-I].map(h=>h*100).filter(h=>Math.abs(h)<=$),z=n>120?50:n>50?20:n>12?10:2,dt=Array.from({length:Math.floor(n/z)+1},(h,b)=>b*z),ct=`M${C[0][0].toFixed(1)} ${P}L${V}L${C.at(-1)[0].toFixed(1)} ${P}Z`;return r`<svg
      viewBox="0 0 ${a} ${l+34}"
      role="img"
      aria-label="Evaluation of ${n} turns"
      @click=${h=>{let b=h.currentTarget.getBoundingClientRect(),ut=Math.round(((h.clientX-b.left)/b.width*a-d)/((a-d-8)/n));s(Math.max(0,Math.min(n,ut)))}}
    >
      ${ht.map(h=>E`<line class="p-grid" x1=${d} x2=${a-8} y1=${m(h)} y2=${m(h)}/><text x=${d-6} y=${m(h)+4} text-anchor="end">${h>0?"+":"−"}${Math.abs(h)/100}</text>`)}
      <text x=${d-6} y=${P+4} text-anchor="end">0</text>
      ${E`<path class="p-area" d=${ct}/><path class="p-line" d="M${V}"/><line class="p-zero" x1=${d} x2=${a-8} y1=${P} y2=${P}/>`}
      ${dt.map(h=>E`<text x=${v(h)} y=${l+28} text-anchor="middle">${h}</text>`)}
      ${c.map((h,b)=>h.mark==="??"||h.mark==="?"?E`<circle class="p-bad" cx=${v(b+1)} cy=${m(o[b+1]?.value??0)} r="4.5"><title>${h.text}${h.mark}</title></circle>`:u)}
      ${t!==void 0?E`<line class="p-now" x1=${v(t)} x2=${v(t)} y1=${p-4} y2=${l+12}/><circle class="p-dot" cx=${v(t)} cy=${m(o[t]?.value??0)} r="5"/>`:u}
    </svg>`}function wt(o){for(let c of[1,2,5,10,20,50])if(c*2.2>=o)return c;return 50}var J=class extends at{constructor(){super();this.place="Analyse";this.skip="Skip to the board";this.#e="";this.#s=[];this.#i="";this.#t=q();this.#r=new Map;this.#l=new L;this.#f=new L;this.#h=0;this.#k=!1;this.#x=()=>{document.visibilityState==="hidden"?this.#l.stop():this.#m()};this.#S=t=>{t.defaultPrevented||t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||this.edited||t.target.closest("kb-board, input, select, textarea, dialog")||this.#E(t.key)&&t.preventDefault()};this.games=[],this.now=this.#t,this.pending=this.fault=this.editFault=this.said=this.record="",this.engine=!0,this.lines=3,this.review=[],this.reviewing=this.flip=!1,this.tool="",this.editTurn=0;let t=new URLSearchParams(location.search);this.game=t.get("game")??"",this.#e=t.get("variant")??"",this.#s=t.getAll("set"),this.#i=t.get("position")??"",this.#t=K(t.get("moves")??"");let e=t.get("at"),s=T(this.#t);this.now=e===null?s.at(-1)??this.#t:s[Number(e)-1]??this.#t,this.flip=t.has("flip"),this.#k=t.has("edit"),this.addEventListener("kb-move",n=>{this.#b(n.detail.text)}),this.addEventListener("kb-refuse",n=>{this.#N(n.detail)}),this.addEventListener("kb-edit",n=>this.#C(n.detail.site)),this.addEventListener("kb-type",()=>this.querySelector(".an-box kb-movebox")?.focus())}static{this.properties={games:{state:!0},game:{state:!0},answer:{state:!0},now:{state:!0},pending:{state:!0},fault:{state:!0},refusal:{state:!0},engine:{state:!0},lines:{state:!0},analysis:{state:!0},review:{state:!0},reviewing:{state:!0},flip:{state:!0},edited:{state:!0},tool:{state:!0},editTurn:{state:!0},editFault:{state:!0},said:{state:!0},record:{state:!0}}}#e;#s;#i;#t;#n;#r;#l;#f;#h;#k;connectedCallback(){super.connectedCallback(),document.addEventListener("keydown",this.#S),document.addEventListener("visibilitychange",this.#x),w.games().then(async t=>{this.games=t,t.some(e=>e.name===this.game)||(this.game=t[0].name),await this.#a(this.now),this.#k&&this.#M()}).catch(t=>this.fault=t instanceof Error?t.message:String(t))}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener("keydown",this.#S),document.removeEventListener("visibilitychange",this.#x),this.#l.close(),this.#f.close()}#x;get#d(){return this.querySelector("kb-board")}get#c(){return this.games.find(t=>t.name===this.game)}#o(t,e=""){return{game:this.game,variant:this.#e,set:[...this.#s],position:this.#i,moves:[...U(t),...e?[e]:[]]}}async#a(t,e=!1){let s=++this.#h;this.fault="";try{let n=this.#r.get(t)??await w.position({...this.#o(t),seen:!0,history:!0});if(s!==this.#h)return;this.#r.set(t,n),this.#e=n.variant,this.#s=n.set,y(t).forEach((l,d)=>{l.text=n.turns[d]?.text??l.text,l.side=n.turns[d]?.side??l.side}),this.now=t,this.pending="";let i=n.turns.length,a=n.turns.at(-1);this.#$(n,a?.seen??N,i>1?n.turns[i-2].board:i===1?n.board:void 0,a?.text??"",e),this.#u()}catch(n){if(!(n instanceof G))throw n;if(s!==this.#h)return;if(this.fault=n.message,t.parent){let i=H(t);await this.#a(i),this.fault=n.message}else this.#i&&(this.#i="",await this.#a(this.#t),this.fault=n.message)}}#$(t,e,s,n,i){let a=t.view;this.answer=t,this.refusal=void 0,this.analysis=void 0;let l=this.#c;this.#n={label:`${l?.title??""}, ${a.outcome?"the game is over":`${t.sides[a.turn]} to move`}`,sides:t.sides,board:a.board,moves:a.outcome?_:a.moves,events:s?e:N,previous:s,lastPath:s?D:W(e??N),lastText:n,lastWho:"",midTurn:a.midTurn??!1,missed:D,arrows:[],placeholder:a.moves[0]?.text??""},this.requestUpdate(),i?k().sounds&&st[e?.some(d=>d.kind==="take")?"take":"piece"]():this.updateComplete.then(async()=>{await this.#d?.updateComplete,this.#d?.skip()}),this.#m()}async#b(t){let e=this.answer;if(!e||this.edited)return;let s=this.pending+t,n=++this.#h;try{let i=await w.position({...this.#o(this.now,s),seen:!0,history:!0});if(n!==this.#h)return;let a=i.turns.at(-1);if(i.view.midTurn){this.pending=a?.text??s,this.#$(i,i.seen,e.view.board,t,!0);return}let l=X(this.now,a?.text??s,a?.side??e.view.turn);this.#r.set(l,i),this.now=l,this.pending="",this.#$(i,i.seen,e.view.board,t,!0),this.#u()}catch(i){if(!(i instanceof G))throw i;this.refusal=Y(i.problem),this.#d?.reset()}}async#N(t){let e=this.answer,s=this.#d;if(!e||!s)return;if(t.site===void 0)return this.#b(t.text);let n=await tt({game:this.game,variant:this.#e,set:[...this.#s],position:e.view.position},e.view.board,s.narrow.sites.at(-1),t.site,s.narrow.lit);this.answer===e&&(this.refusal=n)}#S;#E(t){let e=this.now,s=e.parent?.children??[],i={ArrowLeft:this.pending?e:e.parent,ArrowRight:e.children[0],ArrowDown:s[s.indexOf(e)+1],ArrowUp:s[s.indexOf(e)-1],Home:this.#t,End:M(e)}[t];return!i||i===e&&!this.pending?!1:(this.#a(i,t==="ArrowRight"),!0)}#u(){if(this.edited)return;let t=Q(this.#t),e=A(this.now),s=T(this.#t),n=e&&this.now!==s.at(-1)?String(y(this.now).length):void 0,i=B("/analysis",{game:this.game,variant:this.#e,set:this.#s,position:this.#i,moves:t,at:n,flip:this.flip?"1":void 0});i.length<3e4&&history.replaceState(null,"",i)}#p(t,e,s,n,i=q()){this.game=t,this.#e=e,this.#s=s,this.#i=n,this.#t=i,this.now=i,this.review=[],this.reviewing=!1,this.edited=void 0,this.#f.stop(),this.#r.clear(),this.#a(M(i))}#m(){if(!this.engine||this.edited||!this.answer||this.answer.view.outcome||document.visibilityState==="hidden"){this.#l.stop();return}let t=this.answer;this.#l.ask("go",this.#o(this.now,this.pending),this.lines,{info:e=>{this.answer===t&&(this.analysis=e,this.#B(e,t))}})}#B(t,e){let s=[];t.lines.slice(0,this.lines).forEach((i,a)=>{let l=i.moves[0];if(!l)return;let d=W(e.view.moves.find(m=>m.text===l.text)?.events??[]),p=l.path.filter(m=>!m.key&&m.sites.length>0).map(m=>m.sites[0]),f=d[0]??p[0],$=d.at(-1)??p.at(-1),v=e.view.board.shape==="points"?p[1]??$:$;f===void 0||v===void 0||f===v||s.some(m=>m.from===f&&m.to===v)||s.push({from:f,to:v,rank:a+1})});let n=this.#n;!n||JSON.stringify(s)===JSON.stringify(n.arrows)||(this.#n={...n,arrows:s},this.requestUpdate())}#w(t,e=t?.lines[0]){if(!t||!e)return;let s=t.turn===0?1:-1;return e.ends?{value:s*Math.sign(e.ends)*x,ends:Math.abs(e.ends)}:{value:s*e.score,ends:0}}get#F(){let t=this.answer?.view.outcome;return t?{value:t==="draw"?0:t==="first"?x:-x,ends:0}:this.#w(this.analysis)??(A(this.now)&&!this.pending?this.review[y(this.now).length]:void 0)}#R(){if(this.reviewing){this.reviewing=!1,this.#f.stop();return}let t=T(this.#t);this.reviewing=!0,this.review=Array.from({length:t.length+1});for(let s of t)s.mark="";let e=t.at(-1)??this.#t;this.#f.ask("review",this.#o(e),1,{review:(s,n)=>{let i=[...this.review];i[s]=this.#w(n)??this.#j(s,t),this.review=i,this.#O(t)},done:s=>{this.reviewing=!1,s&&(this.fault=s.detail)}})}#j(t,e){let s=this.review[t-1],n=this.#r.get(e[t-1])?.view.outcome;return n?{value:n==="draw"?0:n==="first"?x:-x,ends:0}:s}#O(t){let e=this.answer?.view.board.shape,s=e==="pits"?3:e==="points"?2.5:1,n=i=>Math.max(-1500*s,Math.min(1500*s,i));t.forEach((i,a)=>{let[l,d]=[this.review[a],this.review[a+1]];if(!l||!d)return;let p=(n(l.value)-n(d.value))*(i.side===0?1:-1);i.mark=j.find(([f])=>p>=f*s)?.[1]??""})}#M(){let t=this.answer;t&&(this.#l.stop(),this.edited={...t.view.board,at:[...t.view.board.at],marks:t.view.board.marks?[...t.view.board.marks]:void 0,hand:0},this.editTurn=t.view.turn,this.tool=this.edited.shape==="pits"?"+1":"1",this.editFault="",this.analysis=void 0)}#C(t){let e=this.edited;if(!e)return;let s=[...e.at],n=[...e.marks??e.at.map(()=>0)];e.shape==="pits"?(this.tool==="+1"?s[t]=Math.min(99,s[t]+1):this.tool==="-1"?s[t]=Math.max(0,s[t]-1):this.tool==="0"?s[t]=0:this.tool==="unplayed"&&(n[t]^=1),s[t]===0&&(n[t]=0)):s[t]=s[t]===Number(this.tool)?0:Number(this.tool),this.#y({...e,at:s,marks:n})}#y(t){this.edited=t,this.#A()}#A(){let t=this.edited;if(!t)return;let e=R(t,this.editTurn);w.position({game:this.game,variant:this.#e,set:[...this.#s],position:e}).then(()=>this.editFault="",s=>this.editFault=s instanceof Error?s.message:String(s))}async#q(){let t=this.edited;if(!t)return;let e=R(t,this.editTurn);try{await w.position({game:this.game,variant:this.#e,set:[...this.#s],position:e}),this.#p(this.game,this.#e,this.#s,e)}catch(s){this.editFault=s instanceof Error?s.message:String(s)}}async#U(t){try{let{position:e}=await w.readRecord(t);this.#p(e.game,e.variant,e.set,e.start,K(e.turns.map(s=>s.text).join("_"))),this.record=""}catch(e){this.fault=e instanceof Error?e.message:String(e)}}async#H(){try{let t=await w.writeRecord(this.#o(M(this.now)));F(`${this.game}.txt`,new Blob([t],{type:"text/plain"}))}catch(t){this.fault=t instanceof Error?t.message:String(t)}}async#K(){let t=k();return w.picture({...this.#o(this.now,this.pending),style:t.look,dark:t.dark,flipped:this.#g,numbers:t.numbers,names:t.coordinates,arrows:(this.#n?.arrows??[]).map(e=>({from:e.from,to:e.to,rank:e.rank??0}))})}async#P(t){try{let e=await this.#K();if(t==="svg")return F(`${this.game}.svg`,new Blob([e],{type:"image/svg+xml"}));F(`${this.game}.png`,await rt(e))}catch(e){this.fault=e instanceof Error?e.message:String(e)}}async#W(t,e){this.said=await ot(t)?e:"The browser does not let us copy; it can be copied from the address bar",setTimeout(()=>this.said="",3e3)}get#g(){return this.flip}body(){let t=this.#n,e=this.answer;if(!t||!e)return r`<p class="soft wait" role="status">${this.fault||"Setting up the board …"}</p>`;let s=this.edited,n=t.board.shape==="squares";return r`<div class="an">
      <div class="an-main">
        <div class="bw${s?" bare":""}">
          ${s?u:this.#G(e)}
          ${s?r`<div class="table ${s.shape}">
                <div class="t-board">
                  <kb-board
                    .board=${s}
                    .moves=${_}
                    .edit=${!0}
                    .sideNames=${e.sides}
                    .look=${k().look}
                    .dark=${k().dark}
                    .flipped=${this.#g}
                    .shortcuts=${!1}
                    label="${this.#c?.title??""}, being set up"
                  ></kb-board>
                </div>
              </div>`:r`<kb-table
                .view=${t}
                .taste=${this.#D()}
                .players=${[]}
                .turned=${k().long&&t.board.shape==="pits"}
                .flipped=${this.#g}
                .refusal=${this.refusal}
                .help=${!1}
              ></kb-table>`}
        </div>
        ${this.fault?r`<p class="tip" role="alert">${g("no")}<span>${this.fault}</span></p>`:u}
        ${s?u:this.#st(e)}
      </div>
      <aside class="card side" aria-label="Analysis">
        ${this.#J(e)} ${s?this.#nt(s,e):r`${this.#V(e)} ${this.#Z()} ${this.#Q()} ${this.#Y()}
              <div class="an-box"><kb-movebox .moves=${t.moves} .placeholder=${t.placeholder??""}></kb-movebox></div>`} ${this.#tt(e)} ${this.#et(n)}
      </aside>
    </div>
    <div class="sr" role="status">${this.said}</div>`}#v;#D(){let t=k();return(!this.#v||Object.entries(t).some(([e,s])=>e!=="premove"&&e!=="confirm"&&this.#v?.[e]!==s))&&(this.#v={...t,premove:!1,confirm:!1}),this.#v}#_(t){if(!t)return 50;if(Math.abs(t.value)>=x)return t.value>0?100:0;let e=this.answer?.view.board.shape==="pits"?1200:450;return Math.round(50+48*Math.tanh(t.value/e))}#G(t){let e=this.#F,s=this.#_(e),i=t.view.board.shape==="squares"?100-s:s;return r`<div
      class="ev${this.#g?" up":""}"
      role="meter"
      aria-label="Evaluation for ${t.sides[0]}"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${s}
      aria-valuetext=${O(e)}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <rect class="ev-part tall" x="0" y=${this.#g?0:100-i} width="100" height=${i} />
        <rect class="ev-part wide" x="0" y="0" width=${i} height="100" />
      </svg>
      <b>${O(e)}</b>
    </div>`}#J(t){let e=this.#c,s=t.view.outcome,n=s?s==="draw"?`drawn: ${t.view.reason}`:`${t.sides[s==="first"?0:1]} has won: ${t.view.reason}`:`${t.sides[t.view.turn]} to move`;return r`<div class="an-head">
      <div class="line">
        <h1>Analysis</h1>
        <span class="sp"></span>
        <select aria-label="Game" @change=${i=>this.#p(i.target.value,"",[],"")}>
          ${this.games.map(i=>r`<option value=${i.name} ?selected=${i.name===this.game}>${i.title.replace("English draughts","Draughts")}</option>`)}
        </select>
        ${e&&e.variants.length>1?r`<select aria-label="Variant" @change=${i=>this.#p(this.game,i.target.value,[],"")}>
              ${e.variants.map(i=>r`<option value=${i.name} ?selected=${i.name===this.#e}>${i.title.replace("English draughts","English")}</option>`)}
            </select>`:u}
      </div>
      <p class="soft small">${e?nt({...e,board:t.view.board}).split(",")[0]:""} · turn ${y(this.now).length} of ${y(M(this.now)).length} · ${n}</p>
      ${this.#s.length>0?r`<p class="small"><code>${this.#s.join(", ")}</code></p>`:u}
    </div>`}#V(t){let e=this.analysis,s=e?.lines.slice(0,this.lines)??[],n=t.view.outcome?[]:Array.from({length:this.lines},(i,a)=>s[a]);return r`<div class="engine">
      <div class="line small">
        <label class="switch"><input type="checkbox" .checked=${this.engine} @change=${i=>this.#z(i.target.checked)} /><b>Engine</b></label>
        <select aria-label="How many lines" @change=${i=>this.#X(Number(i.target.value))}>
          ${["one line","two lines","three lines","four lines","five lines"].map((i,a)=>r`<option value=${a+1} ?selected=${a+1===this.lines}>${i}</option>`)}
        </select>
        <span class="sp"></span>
        <span class="soft num">${this.engine?e&&e.depth?`depth ${e.depth} · full turns`:t.view.outcome?"":"thinking …":"off"}</span>
      </div>
      ${this.engine?n.map((i,a)=>i?r`<button type="button" class="ln r${a+1}" title="Play ${i.turns[0]??""}" @click=${()=>{this.#b(this.#I(i))}}>
                  <i>${a+1}</i><b>${O(this.#w(e,i))}</b><span>${i.turns.join(" ")}</span>
                </button>`:r`<span class="ln r${a+1}" aria-hidden="true"><i>${a+1}</i><b>–</b><span></span></span>`):u}
    </div>`}#I(t){let e=t.turns[0]??t.moves.map(s=>s.text).join("");return this.pending&&e.startsWith(this.pending)?e.slice(this.pending.length):e}#z(t){this.engine=t,this.analysis=void 0,this.#n&&(this.#n={...this.#n,arrows:[]}),this.#m()}#X(t){this.lines=t,this.#m()}#Z(){return r`<div class="treebox"><div class="tree" tabindex="0" role="group" aria-label="Moves">${this.#t.comment?r`<em>${this.#t.comment}</em>`:u}${this.#T(this.#t,!0)}${this.pending&&this.now===this.#t?r`<span class="g soft">${this.pending} …</span>`:u}${this.#t.children.length===0&&!this.pending?r`<span class="soft">Play on the board; other turns become variations.</span>`:u}</div></div>`}#T(t,e){let s=[],n=t,i=e;for(;n.children.length>0;){let[a,...l]=n.children;s.push(this.#L(a,i)),i=l.length>0||a.comment!=="";for(let d of l)s.push(r`<div class="br">${this.#L(d,!0)}${this.#T(d,d.comment!=="")}</div>`);n=a}return s}#L(t,e){let s=y(t).length-1,n=this.#t.children[0]?.side===1?1:0,i=s+n,a=i%2===0?`${i/2+1}`:e?`${Math.floor(i/2)+1}…`:"";return r`<span class="g"
      >${a?r`<span class="n">${a}</span>`:u}<button type="button" aria-current=${t===this.now?"true":u} @click=${()=>{this.#a(t,t.parent===this.now)}}>
        ${t.text}${t.mark?r`<i title=${j.find(([,l])=>l===t.mark)?.[2]??""}>${t.mark}</i>`:u}
      </button>${t.comment?r`<em>${t.comment}</em>`:u}</span
    >${this.pending&&t===this.now?r`<span class="g soft">${this.pending} …</span>`:u}`}#Q(){let t=(s,n,i,a)=>r`<button type="button" class="icb" aria-label=${s} ?disabled=${a} @click=${()=>this.#E(i)}>${g(n)}</button>`,e=this.now;return r`<div class="navs">
      ${t("First move","first","Home",e===this.#t)} ${t("One move back","prev","ArrowLeft",e===this.#t&&!this.pending)}
      ${t("One move on","next","ArrowRight",e.children.length===0)} ${t("Newest move","last","End",e.children.length===0)}
      <button type="button" class="icb" aria-label="Show this move again" ?disabled=${e===this.#t} @click=${()=>this.#d?.replay()}>${g("replay")}</button>
    </div>`}#Y(){let t=this.now;return r`<div class="cm">
      <input
        aria-label="Comment on ${t.text||"the start"}"
        placeholder="Comment on ${t.text||"the start"}"
        maxlength="2000"
        .value=${t.comment}
        @change=${e=>{t.comment=e.target.value.trim(),this.#u(),this.requestUpdate()}}
      />
      ${t!==this.#t?r`${A(t)?u:r`<button
                  type="button"
                  class="btn tiny"
                  @click=${()=>{Z(t),this.review=[],this.#u(),this.requestUpdate()}}
                >
                  Main line
                </button>`}<button type="button" class="icb" aria-label="Delete from ${t.text} on" title="Delete from here on" @click=${()=>{this.review=A(t)?[]:this.review,this.#a(H(t))}}>${g("close")}</button>`:u}
    </div>`}#tt(t){let e=this.edited?R(this.edited,this.editTurn):t.view.position;return r`<form
      class="pos"
      @submit=${s=>{s.preventDefault();let n=s.target.querySelector("input")?.value.trim()??"";w.position({game:this.game,variant:this.#e,set:[...this.#s],position:n}).then(()=>this.#p(this.game,this.#e,this.#s,n),i=>this.fault=i instanceof Error?i.message:String(i))}}
    >
      <input aria-label="Position" spellcheck="false" autocomplete="off" maxlength="4096" .value=${e} />
      <button class="btn">Set</button>
      ${this.edited?u:r`<button type="button" class="btn" @click=${()=>this.#M()}>${g("pencil")}Set up</button>`}
    </form>`}#et(t){let e=U(M(this.now)),s=B("",{game:this.game,variant:this.#e,set:this.#s,position:this.#i,moves:e.join("_"),at:String(y(this.now).length)}),n=`<iframe src="${location.origin}/embed${s}" width="640" height="${t?760:520}" title="${this.#c?.title??""}"></iframe>`,i=B("/",{game:this.game,variant:this.#e,set:this.#s,position:this.answer?.view.position});return r`<div class="links">
        <button type="button" class="link" @click=${()=>{this.#W(location.href,"Link copied")}}>${g("share")}${this.said==="Link copied"?"Copied":"Copy link"}</button>
        <button type="button" class="link" @click=${()=>{this.flip=!this.flip,this.#u()}}>${g("flip")}Flip</button>
        ${this.answer?.view.board.shape==="pits"?r`<button type="button" class="link" @click=${()=>et({long:!k().long})}>${g("turn")}Turn</button>`:u}
        <a href=${i}>${g("two")}Play from here</a>
        <button type="button" class="link" @click=${()=>{this.#H()}}>${g("down")}Record</button>
        <button type="button" class="link" @click=${()=>{this.#P("svg")}}>${g("down")}SVG</button>
        <button type="button" class="link" @click=${()=>{this.#P("png")}}>${g("down")}PNG</button>
      </div>
      <details class="in">
        <summary>Bring a record, embed a board</summary>
        <form
          class="field"
          @submit=${a=>{a.preventDefault(),this.#U(this.record)}}
        >
          <textarea rows="4" aria-label="A record" placeholder="The text of a record" spellcheck="false" .value=${this.record} @input=${a=>this.record=a.target.value}></textarea>
          <button class="btn" ?disabled=${this.record.trim()===""}>Open the record</button>
        </form>
        <label class="field"
          ><span class="small">For another page</span>
          <textarea rows="3" readonly class="mono" .value=${n} @focus=${a=>a.target.select()}></textarea>
        </label>
      </details>`}#st(t){let e=T(this.#t);if(e.length<2)return u;let n=this.review.filter(p=>p!==void 0),i=t.view.board.shape==="pits",l=r`<div class="hd small soft">
      <span><b>Evaluation</b> in ${i?"seeds":"pieces"}, ${t.sides[0]} above</span><span class="sp"></span>
      <span>${this.#it(t,e)}</span>
      <button type="button" class="btn tiny" @click=${()=>this.#R()}>${this.reviewing?"Stop":n.length>0?"Again":"Review the game"}</button>
    </div>`;if(n.length===0)return r`<div class="card plot">${l}</div>`;let d=A(this.now)?y(this.now).length:void 0;return r`<div class="card plot">
      ${l}${lt(this.review,e,d,i,p=>{this.#a(p===0?this.#t:e[p-1])})}
    </div>`}#it(t,e){return this.reviewing?`turn ${Math.max(0,this.review.filter(n=>n!==void 0).length-1)} of ${e.length}`:[0,1].map(n=>{let i=j.map(([,a])=>[e.filter(l=>l.side===n&&l.mark===a).length,a]).filter(([a])=>a>0);return i.length>0?`${t.sides[n]} ${i.map(([a,l])=>`${a} ${l}`).join(", ")}`:""}).filter(Boolean).join(" · ")}#nt(t,e){let s=t.shape==="pits"?[["+1","One more"],["-1","One less"],["0","Empty"],...t.stores?[["unplayed","Not yet played upon"]]:[]]:t.shape==="points"?[[String(1),e.sides[0]],[String(2),e.sides[1]],["0","Nothing"]]:[[String(1),`${e.sides[0]} man`],[String(3),`${e.sides[0]} king`],[String(2),`${e.sides[1]} man`],[String(4),`${e.sides[1]} king`],["0","Nothing"]],n=(a,l,d,p,f)=>r`<span class="seg" role="radiogroup" aria-label=${l}>${d.map(([$,v])=>r`<label><input type="radio" name=${a} .checked=${$===p} @change=${()=>f($)} /><span>${v}</span></label>`)}</span>`,i=this.#c?.board;return r`<div class="editor">
      <p><b>Set up the board.</b> <span class="soft">Choose what to put, then point; the server says what is wrong with it.</span></p>
      <div class="line">${n("tool","What to put",s,this.tool,a=>this.tool=a)}</div>
      <div class="line">
        ${n("edit-turn","Who moves",[["0",`${e.sides[0]} to move`],["1",`${e.sides[1]} to move`]],String(this.editTurn),a=>{this.editTurn=Number(a),this.#A()})}
        <button type="button" class="btn" @click=${()=>this.#y({...t,at:t.at.map(()=>0),marks:t.marks?.map(()=>0)})}>Clear</button>
        ${i&&i.at.length===t.at.length?r`<button type="button" class="btn" @click=${()=>this.#y({...i,at:[...i.at],marks:i.marks?[...i.marks]:void 0})}>The start</button>`:u}
      </div>
      ${this.editFault?r`<p class="tip" role="alert">${g("no")}<span>${it(this.editFault)}</span></p>`:u}
      <div class="line">
        <button type="button" class="btn pri" ?disabled=${this.editFault!==""} @click=${()=>{this.#q()}}>Study this position</button>
        <button
          type="button"
          class="btn"
          @click=${()=>{this.edited=void 0,this.#m()}}
        >
          Leave it
        </button>
      </div>
    </div>`}};customElements.define("kb-analysis",J);
