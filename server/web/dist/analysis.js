import{a as at}from"./chunk-FJC2WSU5.js";import{a as U,b as Y,c as $,d as H,e as P,f as B,g as T,h as tt,i as K,j as et,k as W}from"./chunk-TIJQ6USU.js";import"./chunk-7EHAQFJW.js";import"./chunk-GAO7O6UV.js";import{a as st,c as it}from"./chunk-GYCRQBR7.js";import{b as D,d as R,e as _,f as G}from"./chunk-IK5BU5GC.js";import"./chunk-MKIV4O6X.js";import{g as ot,j as rt}from"./chunk-WXNIKWZ3.js";import{a as J,b as j,c as w}from"./chunk-PCDLF3JP.js";import{a as ht,b as lt,c as O}from"./chunk-JZWTLSGD.js";import{a as k,b as nt}from"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as o,b as A,d as c,f as v}from"./chunk-OHZ7X5PI.js";var gt=(h,u)=>u.map(t=>h.at[t]).join(","),S=h=>Array.from({length:h},(u,t)=>t);function vt(h,u){let t=h.columns,s=`${[S(t).map(i=>4*t-1-i),S(t).map(i=>2*t+i),S(t).map(i=>t-1-i),S(t).map(i=>t+i)].map(i=>gt(h,i)).join("/")} ${u===0?"S":"N"}`;if(!h.stores)return s;let n=S(4*t).filter(i=>(h.marks?.[i]??0)&1&&h.at[i]>0);return`${s} ${n.map(i=>h.names[i]).join("")||"-"} -`}function ft(h,u){return`${S(h.rows).map(e=>{let s="",n=0;for(let i=0;i<h.columns;i++){let a=h.at[e*h.columns+i];if(a===0){n++;continue}n>0&&(s+=n),n=0,s+=a===1?"w":"b"}return s+(n>0?n:"")}).join("/")} ${u===0?"w":"b"}`}function wt(h,u){let t=(e,s)=>S(h.at.length).filter(n=>h.at[n]===e||h.at[n]===s).map(n=>(h.at[n]===s?"K":"")+h.names[n]).join(",");return`${u===0?"B":"W"}:W${t(2,4)}:B${t(1,3)}`}function C(h,u){return h.shape==="pits"?vt(h,u):h.shape==="points"?ft(h,u):wt(h,u)}var $t=0,F=class{#e;#s;#i=0;ask(u,t,e,s){let n=String(++$t);this.#s={id:n,text:JSON.stringify({type:u,id:n,lines:e,...t}),answers:s},this.#e?.readyState===WebSocket.OPEN?this.#e.send(this.#s.text):this.#e||this.#t()}stop(){this.#s=void 0,this.#e?.readyState===WebSocket.OPEN&&this.#e.send(JSON.stringify({type:"stop"}))}close(){this.#s=void 0,clearTimeout(this.#i),this.#e?.close(),this.#e=void 0}#t(){let u=location.protocol==="https:"?"wss:":"ws:",t=new WebSocket(`${u}//${location.host}/api/analysis`);this.#e=t,t.onopen=()=>this.#s&&t.send(this.#s.text),t.onmessage=e=>{let s=JSON.parse(e.data),n=this.#s;!n||s.id!==n.id||(s.type==="info"&&s.analysis?n.answers.info?.(s.analysis):s.type==="review"&&s.analysis?n.answers.review?.(s.at,s.analysis):(s.type==="done"||s.type==="refused")&&n.answers.done?.(s.problem))},t.onclose=()=>{this.#e===t&&(this.#e=void 0,this.#s&&(this.#i=window.setTimeout(()=>this.#s&&this.#t(),1500)))}}};var V=[[300,"??","blunder"],[150,"?","mistake"],[70,"?!","slip"]],E=1e4,I=class extends ht{constructor(){super();this.place="Analyse";this.skip="Skip to the board";this.#e="";this.#s=[];this.#i="";this.#t=U();this.#r=new Map;this.#h=new F;this.#v=new F;this.#l=0;this.#x=!1;this.#S=()=>{document.visibilityState==="hidden"?this.#h.stop():this.#m()};this.#E=t=>{t.defaultPrevented||t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||this.edited||t.target.closest("kb-board, input, select, textarea, dialog")||this.#M(t.key)&&t.preventDefault()};this.games=[],this.now=this.#t,this.pending=this.fault=this.editFault=this.said=this.record="",this.engine=!0,this.lines=3,this.review=[],this.reviewing=this.flip=!1,this.tool="",this.editTurn=0;let t=new URLSearchParams(location.search);this.game=t.get("game")??"",this.#e=t.get("variant")??"",this.#s=t.getAll("set"),this.#i=t.get("position")??"",this.#t=W(t.get("moves")??"");let e=t.get("at"),s=B(this.#t);this.now=e===null?s.at(-1)??this.#t:s[Number(e)-1]??this.#t,this.flip=t.has("flip"),this.#x=t.has("edit"),this.addEventListener("kb-move",n=>{this.#$(n.detail.text)}),this.addEventListener("kb-refuse",n=>{this.#B(n.detail)}),this.addEventListener("kb-edit",n=>this.#q(n.detail.site)),this.addEventListener("kb-type",()=>this.querySelector(".an-box kb-movebox")?.focus())}static{this.properties={games:{state:!0},game:{state:!0},answer:{state:!0},now:{state:!0},pending:{state:!0},fault:{state:!0},refusal:{state:!0},engine:{state:!0},lines:{state:!0},analysis:{state:!0},review:{state:!0},reviewing:{state:!0},flip:{state:!0},edited:{state:!0},tool:{state:!0},editTurn:{state:!0},editFault:{state:!0},said:{state:!0},record:{state:!0}}}#e;#s;#i;#t;#n;#r;#h;#v;#l;#x;connectedCallback(){super.connectedCallback(),document.addEventListener("keydown",this.#E),document.addEventListener("visibilitychange",this.#S),w.games().then(async t=>{this.games=t,t.some(e=>e.name===this.game)||(this.game=t[0].name),await this.#a(this.now),this.#x&&this.#A()}).catch(t=>this.fault=t instanceof Error?t.message:String(t))}disconnectedCallback(){super.disconnectedCallback(),document.removeEventListener("keydown",this.#E),document.removeEventListener("visibilitychange",this.#S),this.#h.close(),this.#v.close()}#S;get#d(){return this.querySelector("kb-board")}get#c(){return this.games.find(t=>t.name===this.game)}#o(t,e=""){return{game:this.game,variant:this.#e,set:[...this.#s],position:this.#i,moves:[...H(t),...e?[e]:[]]}}async#a(t,e=!1){let s=++this.#l;this.fault="";try{let n=this.#r.get(t)??await w.position({...this.#o(t),seen:!0,history:!0});if(s!==this.#l)return;this.#r.set(t,n),this.#e=n.variant,this.#s=n.set,$(t).forEach((r,d)=>{r.text=n.turns[d]?.text??r.text,r.side=n.turns[d]?.side??r.side}),this.now=t,this.pending="";let i=n.turns.length,a=n.turns.at(-1);this.#w(n,a?.seen??R,i>1?n.turns[i-2].board:i===1?n.board:void 0,a?.text??"",e),this.#u()}catch(n){if(!(n instanceof J))throw n;if(s!==this.#l)return;if(this.fault=n.message,t.parent){let i=K(t);await this.#a(i),this.fault=n.message}else this.#i&&(this.#i="",await this.#a(this.#t),this.fault=n.message)}}#w(t,e,s,n,i){let a=t.view;this.answer=t,this.refusal=void 0,this.analysis=void 0;let r=this.#c;this.#n={label:`${r?.title??""}, ${a.outcome?"the game is over":`${t.sides[a.turn]} to move`}`,sides:t.sides,board:a.board,moves:a.outcome?G:a.moves,events:s?e:R,previous:s,lastPath:s?_:D(e??R),lastText:n,lastWho:"",midTurn:a.midTurn??!1,missed:_,arrows:[],placeholder:a.moves[0]?.text??""},this.requestUpdate(),i?k().sounds&&at[e?.some(d=>d.kind==="take")?"take":"piece"]():this.updateComplete.then(async()=>{await this.#d?.updateComplete,this.#d?.skip()}),this.#m()}async#$(t){let e=this.answer;if(!e||this.edited)return;let s=this.pending+t,n=++this.#l;try{let i=await w.position({...this.#o(this.now,s),seen:!0,history:!0});if(n!==this.#l)return;let a=i.turns.at(-1);if(i.view.midTurn){this.pending=a?.text??s,this.#w(i,i.seen,e.view.board,t,!0);return}let r=Y(this.now,a?.text??s,a?.side??e.view.turn);this.#r.set(r,i),this.now=r,this.pending="",this.#w(i,i.seen,e.view.board,t,!0),this.#u()}catch(i){if(!(i instanceof J))throw i;this.refusal=st(i.problem,this.game,this.#e,this.#s),this.#d?.reset()}}async#B(t){let e=this.answer,s=this.#d;if(!e||!s)return;if(t.site===void 0)return this.#$(t.text);let n=await it({game:this.game,variant:this.#e,set:[...this.#s],position:e.view.position},e.view.board,s.narrow.sites.at(-1),t.site,s.narrow.lit);this.answer===e&&(this.refusal=n)}#E;#M(t){let e=this.now,s=e.parent?.children??[],i={ArrowLeft:this.pending?e:e.parent,ArrowRight:e.children[0],ArrowDown:s[s.indexOf(e)+1],ArrowUp:s[s.indexOf(e)-1],Home:this.#t,End:P(e)}[t];return!i||i===e&&!this.pending?!1:(this.#a(i,t==="ArrowRight"),!0)}#u(){if(this.edited)return;let t=et(this.#t),e=T(this.now),s=B(this.#t),n=e&&this.now!==s.at(-1)?String($(this.now).length):void 0,i=j("/analysis",{game:this.game,variant:this.#e,set:this.#s,position:this.#i,moves:t,at:n,flip:this.flip?"1":void 0});i.length<3e4&&history.replaceState(null,"",i)}#p(t,e,s,n,i=U()){this.game=t,this.#e=e,this.#s=s,this.#i=n,this.#t=i,this.now=i,this.review=[],this.reviewing=!1,this.edited=void 0,this.#v.stop(),this.#r.clear(),this.#a(P(i))}#m(){if(!this.engine||this.edited||!this.answer||this.answer.view.outcome||document.visibilityState==="hidden"){this.#h.stop();return}let t=this.answer;this.#h.ask("go",this.#o(this.now,this.pending),this.lines,{info:e=>{this.answer===t&&(this.analysis=e,this.#F(e,t))}})}#F(t,e){let s=[];t.lines.slice(0,this.lines).forEach((i,a)=>{let r=i.moves[0];if(!r)return;let d=D(e.view.moves.find(g=>g.text===r.text)?.events??[]),m=r.path.filter(g=>!g.key&&g.sites.length>0).map(g=>g.sites[0]),p=d[0]??m[0],b=d.at(-1)??m.at(-1),y=e.view.board.shape==="points"?m[1]??b:b;p===void 0||y===void 0||p===y||s.some(g=>g.from===p&&g.to===y)||s.push({from:p,to:y,rank:a+1})});let n=this.#n;!n||JSON.stringify(s)===JSON.stringify(n.arrows)||(this.#n={...n,arrows:s},this.requestUpdate())}#b(t,e=t?.lines[0]){if(!t||!e)return;let s=t.turn===0?1:-1;return e.ends?{value:s*Math.sign(e.ends)*E,ends:Math.abs(e.ends)}:{value:s*e.score,ends:0}}get#R(){let t=this.answer?.view.outcome;return t?{value:t==="draw"?0:t==="first"?E:-E,ends:0}:this.#b(this.analysis)??(T(this.now)&&!this.pending?this.review[$(this.now).length]:void 0)}#j(){if(this.reviewing){this.reviewing=!1,this.#v.stop();return}let t=B(this.#t);this.reviewing=!0,this.review=Array.from({length:t.length+1});for(let s of t)s.mark="";let e=t.at(-1)??this.#t;this.#v.ask("review",this.#o(e),1,{review:(s,n)=>{let i=[...this.review];i[s]=this.#b(n)??this.#O(s,t),this.review=i,this.#C(t)},done:s=>{this.reviewing=!1,s&&(this.fault=s.detail)}})}#O(t,e){let s=this.review[t-1],n=this.#r.get(e[t-1])?.view.outcome;return n?{value:n==="draw"?0:n==="first"?E:-E,ends:0}:s}#C(t){let e=this.answer?.view.board.shape,s=e==="pits"?3:e==="points"?2.5:1,n=i=>Math.max(-1500*s,Math.min(1500*s,i));t.forEach((i,a)=>{let[r,d]=[this.review[a],this.review[a+1]];if(!r||!d)return;let m=(n(r.value)-n(d.value))*(i.side===0?1:-1);i.mark=V.find(([p])=>m>=p*s)?.[1]??""})}#A(){let t=this.answer;t&&(this.#h.stop(),this.edited={...t.view.board,at:[...t.view.board.at],marks:t.view.board.marks?[...t.view.board.marks]:void 0,hand:0},this.editTurn=t.view.turn,this.tool=this.edited.shape==="pits"?"+1":"1",this.editFault="",this.analysis=void 0)}#q(t){let e=this.edited;if(!e)return;let s=[...e.at],n=[...e.marks??e.at.map(()=>0)];e.shape==="pits"?(this.tool==="+1"?s[t]=Math.min(99,s[t]+1):this.tool==="-1"?s[t]=Math.max(0,s[t]-1):this.tool==="0"?s[t]=0:this.tool==="unplayed"&&(n[t]^=1),s[t]===0&&(n[t]=0)):s[t]=s[t]===Number(this.tool)?0:Number(this.tool),this.#y({...e,at:s,marks:n})}#y(t){this.edited=t,this.#P()}#P(){let t=this.edited;if(!t)return;let e=C(t,this.editTurn);w.position({game:this.game,variant:this.#e,set:[...this.#s],position:e}).then(()=>this.editFault="",s=>this.editFault=s instanceof Error?s.message:String(s))}async#U(){let t=this.edited;if(!t)return;let e=C(t,this.editTurn);try{await w.position({game:this.game,variant:this.#e,set:[...this.#s],position:e}),this.#p(this.game,this.#e,this.#s,e)}catch(s){this.editFault=s instanceof Error?s.message:String(s)}}async#H(t){try{let{position:e}=await w.readRecord(t);this.#p(e.game,e.variant,e.set,e.start,W(e.turns.map(s=>s.text).join("_"))),this.record=""}catch(e){this.fault=e instanceof Error?e.message:String(e)}}async#K(){try{let t=await w.writeRecord(this.#o(P(this.now)));O(`${this.game}.txt`,new Blob([t],{type:"text/plain"}))}catch(t){this.fault=t instanceof Error?t.message:String(t)}}async#W(){let t=k();return w.picture({...this.#o(this.now,this.pending),style:t.look,dark:t.dark,flipped:this.#g,numbers:t.numbers,names:t.coordinates,arrows:(this.#n?.arrows??[]).map(e=>({from:e.from,to:e.to,rank:e.rank??0}))})}async#T(t){try{let e=await this.#W();if(t==="svg")return O(`${this.game}.svg`,new Blob([e],{type:"image/svg+xml"}));O(`${this.game}.png`,await yt(e))}catch(e){this.fault=e instanceof Error?e.message:String(e)}}async#D(t,e){this.said=await lt(t)?e:"The browser does not let us copy; it can be copied from the address bar",setTimeout(()=>this.said="",3e3)}get#g(){return this.flip}body(){let t=this.#n,e=this.answer;if(!t||!e)return o`<p class="soft wait" role="status">${this.fault||"Setting up the board …"}</p>`;let s=this.edited,n=t.board.shape==="squares";return o`<div class="an">
      <div class="an-main">
        <div class="bw${s?" bare":""}">
          ${s?c:this.#J(e)}
          ${s?o`<div class="table ${s.shape}">
                <div class="t-board">
                  <kb-board
                    .board=${s}
                    .moves=${G}
                    .edit=${!0}
                    .sideNames=${e.sides}
                    .look=${k().look}
                    .dark=${k().dark}
                    .flipped=${this.#g}
                    .shortcuts=${!1}
                    label="${this.#c?.title??""}, being set up"
                  ></kb-board>
                </div>
              </div>`:o`<kb-table
                .view=${t}
                .taste=${this.#_()}
                .players=${[]}
                .turned=${k().long&&t.board.shape==="pits"}
                .flipped=${this.#g}
                .refusal=${this.refusal}
                .help=${!1}
              ></kb-table>`}
        </div>
        ${this.fault?o`<p class="tip" role="alert">${v("no")}<span>${this.fault}</span></p>`:c}
        ${s?c:this.#it(e)}
      </div>
      <aside class="card side" aria-label="Analysis">
        ${this.#V(e)} ${s?this.#at(s,e):o`${this.#I(e)} ${this.#Q()} ${this.#Y()} ${this.#tt()}
              <div class="an-box"><kb-movebox .moves=${t.moves} .placeholder=${t.placeholder??""}></kb-movebox></div>`} ${this.#et(e)} ${this.#st(n)}
      </aside>
    </div>
    <div class="sr" role="status">${this.said}</div>`}#f;#_(){let t=k();return(!this.#f||Object.entries(t).some(([e,s])=>e!=="premove"&&e!=="confirm"&&this.#f?.[e]!==s))&&(this.#f={...t,premove:!1,confirm:!1}),this.#f}#k(t){if(!t)return"–";if(Math.abs(t.value)>=E)return`${t.value>0?"+":"−"}${t.ends?`#${t.ends}`:"won"}`;let e=Math.abs(t.value)/100,s=e.toFixed(e<10?1:0);return`${s==="0.0"?"":t.value>0?"+":"−"}${s}`}#G(t){if(!t)return 50;if(Math.abs(t.value)>=E)return t.value>0?100:0;let e=this.answer?.view.board.shape==="pits"?1200:450;return Math.round(50+48*Math.tanh(t.value/e))}#J(t){let e=this.#R,s=this.#G(e),i=t.view.board.shape==="squares"?100-s:s;return o`<div
      class="ev${this.#g?" up":""}"
      role="meter"
      aria-label="Evaluation for ${t.sides[0]}"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${s}
      aria-valuetext=${this.#k(e)}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <rect class="ev-part tall" x="0" y=${this.#g?0:100-i} width="100" height=${i} />
        <rect class="ev-part wide" x="0" y="0" width=${i} height="100" />
      </svg>
      <b>${this.#k(e)}</b>
    </div>`}#V(t){let e=this.#c,s=t.view.outcome,n=s?s==="draw"?`drawn: ${t.view.reason}`:`${t.sides[s==="first"?0:1]} has won: ${t.view.reason}`:`${t.sides[t.view.turn]} to move`;return o`<div class="an-head">
      <div class="line">
        <h1>Analysis</h1>
        <span class="sp"></span>
        <select aria-label="Game" @change=${i=>this.#p(i.target.value,"",[],"")}>
          ${this.games.map(i=>o`<option value=${i.name} ?selected=${i.name===this.game}>${i.title.replace("English draughts","Draughts")}</option>`)}
        </select>
        ${e&&e.variants.length>1?o`<select aria-label="Variant" @change=${i=>this.#p(this.game,i.target.value,[],"")}>
              ${e.variants.map(i=>o`<option value=${i.name} ?selected=${i.name===this.#e}>${i.title.replace("English draughts","English")}</option>`)}
            </select>`:c}
      </div>
      <p class="soft small">${e?rt({...e,board:t.view.board}).split(",")[0]:""} · turn ${$(this.now).length} of ${$(P(this.now)).length} · ${n}</p>
      ${this.#s.length>0?o`<p class="small"><code>${this.#s.join(", ")}</code></p>`:c}
    </div>`}#I(t){let e=this.analysis,s=e?.lines.slice(0,this.lines)??[],n=t.view.outcome?[]:Array.from({length:this.lines},(i,a)=>s[a]);return o`<div class="engine">
      <div class="line small">
        <label class="switch"><input type="checkbox" .checked=${this.engine} @change=${i=>this.#X(i.target.checked)} /><b>Engine</b></label>
        <select aria-label="How many lines" @change=${i=>this.#Z(Number(i.target.value))}>
          ${["one line","two lines","three lines","four lines","five lines"].map((i,a)=>o`<option value=${a+1} ?selected=${a+1===this.lines}>${i}</option>`)}
        </select>
        <span class="sp"></span>
        <span class="soft num">${this.engine?e&&e.depth?`depth ${e.depth} · full turns`:t.view.outcome?"":"thinking …":"off"}</span>
      </div>
      ${this.engine?n.map((i,a)=>i?o`<button type="button" class="ln r${a+1}" title="Play ${i.turns[0]??""}" @click=${()=>{this.#$(this.#z(i))}}>
                  <i>${a+1}</i><b>${this.#k(this.#b(e,i))}</b><span>${i.turns.join(" ")}</span>
                </button>`:o`<span class="ln r${a+1}" aria-hidden="true"><i>${a+1}</i><b>–</b><span></span></span>`):c}
    </div>`}#z(t){let e=t.turns[0]??t.moves.map(s=>s.text).join("");return this.pending&&e.startsWith(this.pending)?e.slice(this.pending.length):e}#X(t){this.engine=t,this.analysis=void 0,this.#n&&(this.#n={...this.#n,arrows:[]}),this.#m()}#Z(t){this.lines=t,this.#m()}#Q(){return o`<div class="treebox"><div class="tree" tabindex="0" role="group" aria-label="Moves">${this.#t.comment?o`<em>${this.#t.comment}</em>`:c}${this.#L(this.#t,!0)}${this.pending&&this.now===this.#t?o`<span class="g soft">${this.pending} …</span>`:c}${this.#t.children.length===0&&!this.pending?o`<span class="soft">Play on the board; other turns become variations.</span>`:c}</div></div>`}#L(t,e){let s=[],n=t,i=e;for(;n.children.length>0;){let[a,...r]=n.children;s.push(this.#N(a,i)),i=r.length>0||a.comment!=="";for(let d of r)s.push(o`<div class="br">${this.#N(d,!0)}${this.#L(d,d.comment!=="")}</div>`);n=a}return s}#N(t,e){let s=$(t).length-1,n=this.#t.children[0]?.side===1?1:0,i=s+n,a=i%2===0?`${i/2+1}`:e?`${Math.floor(i/2)+1}…`:"";return o`<span class="g"
      >${a?o`<span class="n">${a}</span>`:c}<button type="button" aria-current=${t===this.now?"true":c} @click=${()=>{this.#a(t,t.parent===this.now)}}>
        ${t.text}${t.mark?o`<i title=${V.find(([,r])=>r===t.mark)?.[2]??""}>${t.mark}</i>`:c}
      </button>${t.comment?o`<em>${t.comment}</em>`:c}</span
    >${this.pending&&t===this.now?o`<span class="g soft">${this.pending} …</span>`:c}`}#Y(){let t=(s,n,i,a)=>o`<button type="button" class="icb" aria-label=${s} ?disabled=${a} @click=${()=>this.#M(i)}>${v(n)}</button>`,e=this.now;return o`<div class="navs">
      ${t("First move","first","Home",e===this.#t)} ${t("One move back","prev","ArrowLeft",e===this.#t&&!this.pending)}
      ${t("One move on","next","ArrowRight",e.children.length===0)} ${t("Newest move","last","End",e.children.length===0)}
      <button type="button" class="icb" aria-label="Show this move again" ?disabled=${e===this.#t} @click=${()=>this.#d?.replay()}>${v("replay")}</button>
    </div>`}#tt(){let t=this.now;return o`<div class="cm">
      <input
        aria-label="Comment on ${t.text||"the start"}"
        placeholder="Comment on ${t.text||"the start"}"
        maxlength="2000"
        .value=${t.comment}
        @change=${e=>{t.comment=e.target.value.trim(),this.#u(),this.requestUpdate()}}
      />
      ${t!==this.#t?o`${T(t)?c:o`<button
                  type="button"
                  class="btn tiny"
                  @click=${()=>{tt(t),this.review=[],this.#u(),this.requestUpdate()}}
                >
                  Main line
                </button>`}<button type="button" class="icb" aria-label="Delete from ${t.text} on" title="Delete from here on" @click=${()=>{this.review=T(t)?[]:this.review,this.#a(K(t))}}>${v("close")}</button>`:c}
    </div>`}#et(t){let e=this.edited?C(this.edited,this.editTurn):t.view.position;return o`<form
      class="pos"
      @submit=${s=>{s.preventDefault();let n=s.target.querySelector("input")?.value.trim()??"";w.position({game:this.game,variant:this.#e,set:[...this.#s],position:n}).then(()=>this.#p(this.game,this.#e,this.#s,n),i=>this.fault=i instanceof Error?i.message:String(i))}}
    >
      <input aria-label="Position" spellcheck="false" autocomplete="off" maxlength="4096" .value=${e} />
      <button class="btn">Set</button>
      ${this.edited?c:o`<button type="button" class="btn" @click=${()=>this.#A()}>${v("pencil")}Set up</button>`}
    </form>`}#st(t){let e=H(P(this.now)),s=j("",{game:this.game,variant:this.#e,set:this.#s,position:this.#i,moves:e.join("_"),at:String($(this.now).length)}),n=`<iframe src="${location.origin}/embed${s}" width="640" height="${t?760:520}" title="${this.#c?.title??""}"></iframe>`,i=j("/",{game:this.game,variant:this.#e,set:this.#s,position:this.answer?.view.position});return o`<div class="links">
        <button type="button" class="link" @click=${()=>{this.#D(location.href,"Link copied")}}>${v("share")}${this.said==="Link copied"?"Copied":"Copy link"}</button>
        <button type="button" class="link" @click=${()=>{this.flip=!this.flip,this.#u()}}>${v("flip")}Flip</button>
        ${this.answer?.view.board.shape==="pits"?o`<button type="button" class="link" @click=${()=>nt({long:!k().long})}>${v("turn")}Turn</button>`:c}
        <a href=${i}>${v("two")}Play from here</a>
        <button type="button" class="link" @click=${()=>{this.#K()}}>${v("down")}Record</button>
        <button type="button" class="link" @click=${()=>{this.#T("svg")}}>${v("down")}SVG</button>
        <button type="button" class="link" @click=${()=>{this.#T("png")}}>${v("down")}PNG</button>
      </div>
      <details class="in">
        <summary>Bring a record, embed a board</summary>
        <form
          class="field"
          @submit=${a=>{a.preventDefault(),this.#H(this.record)}}
        >
          <textarea rows="4" aria-label="A record" placeholder="The text of a record" spellcheck="false" .value=${this.record} @input=${a=>this.record=a.target.value}></textarea>
          <button class="btn" ?disabled=${this.record.trim()===""}>Open the record</button>
        </form>
        <label class="field"
          ><span class="small">For another page</span>
          <textarea rows="3" readonly class="mono" .value=${n} @focus=${a=>a.target.select()}></textarea>
        </label>
      </details>`}#it(t){let e=B(this.#t),s=e.length;if(s<2)return c;let n=this.review.filter(l=>l!==void 0),i=t.view.board.shape==="pits",r=o`<div class="hd small soft">
      <span><b>Evaluation</b> in ${i?"seeds":"pieces"}, ${t.sides[0]} above</span><span class="sp"></span>
      <span>${this.#nt(t,e)}</span>
      <button type="button" class="btn tiny" @click=${()=>this.#j()}>${this.reviewing?"Stop":n.length>0?"Again":"Review the game"}</button>
    </div>`;if(n.length===0)return o`<div class="card plot">${r}</div>`;let[d,m,p,b]=[780,130,44,10],y=i?3e3:1500,g=Math.max(200,...n.map(l=>Math.min(y,Math.abs(l.value)))),M=l=>p+(d-p-8)*l/s,x=l=>b+m/2*(1-Math.max(-g,Math.min(g,l))/g),q=this.review.flatMap((l,f)=>l?[[M(f),x(l.value)]]:[]),z=q.map(([l,f])=>`${l.toFixed(1)} ${f.toFixed(1)}`).join("L"),L=x(0),N=T(this.now)?$(this.now).length:void 0,X=bt(g/100),dt=[X,-X].map(l=>l*100).filter(l=>Math.abs(l)<=g),Z=s>120?50:s>50?20:s>12?10:2,ct=Array.from({length:Math.floor(s/Z)+1},(l,f)=>f*Z),ut=`M${q[0][0].toFixed(1)} ${L}L${z}L${q.at(-1)[0].toFixed(1)} ${L}Z`;return o`<div class="card plot">
      ${r}
      <svg
        viewBox="0 0 ${d} ${m+34}"
        role="img"
        aria-label="Evaluation of ${s} turns"
        @click=${l=>{let f=l.currentTarget.getBoundingClientRect(),Q=Math.round(((l.clientX-f.left)/f.width*d-p)/((d-p-8)/s));this.#a(Q<=0?this.#t:e[Math.min(s,Q)-1])}}
      >
        ${dt.map(l=>A`<line class="p-grid" x1=${p} x2=${d-8} y1=${x(l)} y2=${x(l)}/><text x=${p-6} y=${x(l)+4} text-anchor="end">${l>0?"+":"−"}${Math.abs(l)/100}</text>`)}
        <text x=${p-6} y=${L+4} text-anchor="end">0</text>
        ${A`<path class="p-area" d=${ut}/><path class="p-line" d="M${z}"/><line class="p-zero" x1=${p} x2=${d-8} y1=${L} y2=${L}/>`}
        ${ct.map(l=>A`<text x=${M(l)} y=${m+28} text-anchor="middle">${l}</text>`)}
        ${e.map((l,f)=>l.mark==="??"||l.mark==="?"?A`<circle class="p-bad" cx=${M(f+1)} cy=${x(this.review[f+1]?.value??0)} r="4.5"><title>${l.text}${l.mark}</title></circle>`:c)}
        ${N!==void 0?A`<line class="p-now" x1=${M(N)} x2=${M(N)} y1=${b-4} y2=${m+12}/><circle class="p-dot" cx=${M(N)} cy=${x(this.review[N]?.value??0)} r="5"/>`:c}
      </svg>
    </div>`}#nt(t,e){return this.reviewing?`turn ${Math.max(0,this.review.filter(n=>n!==void 0).length-1)} of ${e.length}`:[0,1].map(n=>{let i=V.map(([,a])=>[e.filter(r=>r.side===n&&r.mark===a).length,a]).filter(([a])=>a>0);return i.length>0?`${t.sides[n]} ${i.map(([a,r])=>`${a} ${r}`).join(", ")}`:""}).filter(Boolean).join(" · ")}#at(t,e){let s=t.shape==="pits"?[["+1","One more"],["-1","One less"],["0","Empty"],...t.stores?[["unplayed","Not yet played upon"]]:[]]:t.shape==="points"?[[String(1),e.sides[0]],[String(2),e.sides[1]],["0","Nothing"]]:[[String(1),`${e.sides[0]} man`],[String(3),`${e.sides[0]} king`],[String(2),`${e.sides[1]} man`],[String(4),`${e.sides[1]} king`],["0","Nothing"]],n=(a,r,d,m,p)=>o`<span class="seg" role="radiogroup" aria-label=${r}>${d.map(([b,y])=>o`<label><input type="radio" name=${a} .checked=${b===m} @change=${()=>p(b)} /><span>${y}</span></label>`)}</span>`,i=this.#c?.board;return o`<div class="editor">
      <p><b>Set up the board.</b> <span class="soft">Choose what to put, then point; the server says what is wrong with it.</span></p>
      <div class="line">${n("tool","What to put",s,this.tool,a=>this.tool=a)}</div>
      <div class="line">
        ${n("edit-turn","Who moves",[["0",`${e.sides[0]} to move`],["1",`${e.sides[1]} to move`]],String(this.editTurn),a=>{this.editTurn=Number(a),this.#P()})}
        <button type="button" class="btn" @click=${()=>this.#y({...t,at:t.at.map(()=>0),marks:t.marks?.map(()=>0)})}>Clear</button>
        ${i&&i.at.length===t.at.length?o`<button type="button" class="btn" @click=${()=>this.#y({...i,at:[...i.at],marks:i.marks?[...i.marks]:void 0})}>The start</button>`:c}
      </div>
      ${this.editFault?o`<p class="tip" role="alert">${v("no")}<span>${ot(this.editFault)}</span></p>`:c}
      <div class="line">
        <button type="button" class="btn pri" ?disabled=${this.editFault!==""} @click=${()=>{this.#U()}}>Study this position</button>
        <button
          type="button"
          class="btn"
          @click=${()=>{this.edited=void 0,this.#m()}}
        >
          Leave it
        </button>
      </div>
    </div>`}};function bt(h){for(let u of[1,2,5,10,20,50])if(u*2.2>=h)return u;return 50}async function yt(h){let[,u,t]=/viewBox="\S+ \S+ (\S+) (\S+)"/.exec(h)??["","900","520"],[e,s]=[Math.round(Number(u)*1.5),Math.round(Number(t)*1.5)],n=h.replace(/<svg /,`<svg width="${e}" height="${s}" `),i=URL.createObjectURL(new Blob([n],{type:"image/svg+xml"}));try{let a=new Image;await new Promise((d,m)=>{a.onload=d,a.onerror=()=>m(new Error("The browser cannot draw the picture.")),a.src=i});let r=document.createElement("canvas");return r.width=e,r.height=s,r.getContext("2d")?.drawImage(a,0,0,e,s),await new Promise((d,m)=>r.toBlob(p=>p?d(p):m(new Error("The browser cannot write the picture.")),"image/png"))}finally{URL.revokeObjectURL(i)}}customElements.define("kb-analysis",I);
