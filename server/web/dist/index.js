import{b as E}from"./chunk-DRHOZMQA.js";import{b as M}from"./chunk-IK5BU5GC.js";import{a as O,b as q,c as H,d as I}from"./chunk-BEXZ7NV4.js";import"./chunk-MKIV4O6X.js";import{a as v,c as $,f,g as T,h as y,i as k,l as F}from"./chunk-6YUONH5C.js";import{a as G,b as w,c as m}from"./chunk-UESQP7TH.js";import{a as L}from"./chunk-JZWTLSGD.js";import{a as d,b as S}from"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as n,d as h,f as p}from"./chunk-OHZ7X5PI.js";var u=g=>({board:g.board,seen:g.events??[]}),N={chuba:u(O),igisoro:u(I),fanorona:u(H),draughts:u(q)};var P=["none","3+2","5+3","10+5","20+10","10+3x30","1d","3d"],x=class extends L{constructor(){super();this.place="Play";this.#o=0;this.#r=0;this.games=[],this.tables=[],this.mine=[],this.chosen={},this.fault=this.variant="",this.making=!1;let e=new URLSearchParams(location.search);this.game=e.get("game")??"",this.variant=e.get("variant")??"";for(let s of e.getAll("set"))this.chosen[s.slice(0,s.indexOf("="))]=s.slice(s.indexOf("=")+1);this.position=e.get("position")??"";let t=C();this.game||=t.game??"",this.control=t.control??"10+5",this.quiet="none",this.level=t.level??3,this.seat=t.seat??"first",this.length=0,this.seen="unlisted"}static{this.properties={games:{state:!0},game:{state:!0},variant:{state:!0},chosen:{state:!0},control:{state:!0},quiet:{state:!0},level:{state:!0},seat:{state:!0},length:{state:!0},seen:{state:!0},position:{state:!0},fault:{state:!0},making:{state:!0},tables:{state:!0},mine:{state:!0}}}#o;#r;connectedCallback(){super.connectedCallback(),m.games().then(t=>{this.games=t;let s=t.find(i=>i.name===this.game)??t[0];this.game=s.name,this.variant=s.variants.find(i=>i.name===this.variant)?.name??s.variants[0].name}).catch(t=>this.fault=t instanceof Error?t.message:String(t));let e=()=>{document.visibilityState!=="hidden"&&(m.tables().then(t=>this.tables=t).catch(()=>{}),m.tables(!0).then(t=>this.mine=t).catch(()=>{}))};e(),this.#r=window.setInterval(e,5e3)}disconnectedCallback(){super.disconnectedCallback(),clearInterval(this.#r)}#h(e){this.game=e,this.variant=this.games.find(t=>t.name===e)?.variants[0].name??"",this.chosen={},this.position=this.fault="",this.#c()}#m(e){this.variant=e,this.chosen={},this.#a()}#s(e,t,s){let i=y(s,this.variant,[])[e.name],l={...this.chosen};t===i?delete l[e.name]:l[e.name]=t,this.chosen=l,this.#a()}get#t(){return Object.entries(this.chosen).map(([e,t])=>`${e}=${t}`)}#a(){clearTimeout(this.#o),this.#o=window.setTimeout(()=>{m.position({game:this.game,variant:this.variant,set:this.#t,position:this.position}).then(()=>this.fault="",e=>this.fault=e instanceof Error?e.message:String(e))},200)}#c(){try{localStorage.setItem("kibaho-start",JSON.stringify({game:this.game,control:this.control,level:this.level,seat:this.seat}))}catch{}}async#n(e){if(!this.making){this.making=!0,this.#c();try{let t=await m.newTable({game:this.game,variant:this.variant,set:this.#t,position:this.position.trim(),name:d().name,games:this.length,...e});location.assign(`/table/${t.id}`)}catch(t){this.making=!1,this.fault=t instanceof G?t.message:String(t)}}}body(){let e=this.games.find(t=>t.name===this.game);return n`<div class="st">
      <div class="hero">
        <h1>Choose a board</h1>
        <p class="soft">Four old games, each by a numbered rule book, each reading of a rule playable.</p>
      </div>
      <div class="cards" role="radiogroup" aria-label="Game">${this.games.map(t=>this.#p(t))}</div>
      ${e?n`<section class="card set" aria-label="Set up ${e.title}">${this.#d(e)}${this.#u(e)}</section>`:n`<p class="soft" role="status">${this.fault}</p>`}
      ${this.#g()}
      <footer class="foot small soft">No account, no advertisement, nothing from elsewhere. Programs may play too: <a href="/api">the API</a>.</footer>
    </div>`}#p(e){let t=e.name===this.game,s=this.mine.find(r=>r.game===e.name),i=N[e.name],l=d();return n`<label class="gc${t?" on":""}">
      <input type="radio" name="game" value=${e.name} .checked=${t} @change=${()=>this.#h(e.name)} />
      <span class="bd"
        ><kb-board
          class="${e.board.shape} ${e.name}"
          aria-hidden="true"
          form="wide"
          .board=${i?.board??e.board}
          .lastPath=${i?M(i.seen):[]}
          .look=${l.look}
          .dark=${l.dark}
          .numbers=${!1}
          .coordinates=${!1}
          .playable=${!1}
          label=${e.title}
        ></kb-board
      ></span>
      <span class="nm">${e.title}</span>
      <span class="soft small">${F(e)}</span>
      ${s?n`<a class="lv small" href="/table/${s.id}"><i></i>${f(s)}</a>`:h}
    </label>`}#d(e){let t=y(e,this.variant,this.#t),s=e.options.filter(a=>!a.match),i=e.options.filter(a=>a.match),l=s.filter(a=>a.values&&a.values.length<=5),r=s.filter(a=>!l.includes(a)),c=r.filter(a=>a.name in this.chosen).length;return n`<div>
      <h2>${e.title}: which rules?</h2>
      <div class="rds" role="radiogroup" aria-label="Variant">
        ${e.variants.map(a=>n`<label class="rd${a.name===this.variant?" on":""}">
            <input type="radio" name="variant" .checked=${a.name===this.variant} @change=${()=>this.#m(a.name)} />
            <span><b>${a.title}</b> ${a.source?n`<span class="tag">${a.source}</span>`:h}<br /><span class="soft small">${a.text}</span></span>
          </label>`)}
      </div>
      <p class="small booklink"><a href=${w(`/rules/${e.name}`,{variant:this.variant,set:this.#t})}>Read these rules</a></p>
      ${l.map(a=>this.#i(e,a,t))}
      <details class="more" ?open=${c>0}>
        <summary>Size, draws and endless sowing</summary>
        ${r.map(a=>this.#i(e,a,t))}
      </details>
      <details class="more" ?open=${i.some(a=>a.name in this.chosen)||this.length>0}>
        <summary>The match</summary>
        <div class="op">
          <span><a class="rno" href=${E(e.name,this.variant,this.#t,"M1")}>M1</a> How many games?</span>
          ${this.#e("length",["0","2","3","4","6","10"].map(a=>[a,a==="0"?"as long as both like":a]),String(this.length),a=>this.length=Number(a))}
          <span></span>
        </div>
        ${i.map(a=>this.#i(e,a,t))}
      </details>
      <details class="more" ?open=${this.position!==""}>
        <summary>From a position</summary>
        <label class="field"
          ><span class="small soft">As text; empty is the start of the variant</span>
          <input
            class="mono"
            spellcheck="false"
            maxlength="4096"
            .value=${this.position}
            @input=${a=>{this.position=a.target.value,this.#a()}}
        /></label>
        <p class="small"><a href=${w("/analysis",{game:e.name,variant:this.variant,set:this.#t,position:this.position,edit:"1"})}>Set it up on a board</a></p>
      </details>
    </div>`}#i(e,t,s){let i=s[t.name],r=t.values?.find(o=>o.name===i)?.source??t.source,c=E(e.name,this.variant,this.#t,t.rule),a=n`<a class="rno" href=${c}>${t.rule}</a> ${t.text}`,b=r?n`<span class="tag" title="Source: ${r}">${r}</span>`:n`<span></span>`;return t.values?t.values.length>5?n`<div class="op">
        <span>${a}</span>
        <select aria-label=${t.text} @change=${o=>this.#s(t,o.target.value,e)}>
          ${t.values.map(o=>n`<option value=${o.name} ?selected=${o.name===i}>${o.text}</option>`)}</select
        >${b}
      </div>`:n`<details class="op fold">
      <summary>
        <span><span class="rno">${t.rule}</span> ${t.text} <b class="soft">${T(t,i)}</b></span>
        ${b}
      </summary>
      <div class="answers" role="radiogroup" aria-label=${t.text}>
        ${t.values.map(o=>n`<label class="answer"
            ><input type="radio" name="o-${t.name}" .checked=${o.name===i} @change=${()=>this.#s(t,o.name,e)} />
            <span>${k(o.text)} <code class="soft">${t.name}=${o.name}</code></span>
            ${o.source?n`<span class="tag">${o.source}</span>`:h}</label
          >`)}
        <p class="small"><a href=${c}>Read rule ${t.rule}</a></p>
      </div>
    </details>`:n`<div class="op">
        <span>${a}</span>
        <input
          class="number"
          type="number"
          aria-label=${t.text}
          min=${t.min??0}
          max=${t.max??1}
          .value=${i}
          @change=${o=>this.#s(t,o.target.value,e)}
        />${b}
      </div>`}#l(e,t,s){let i=P.includes(t);return n`<span class="clockline">
      <select aria-label=${e} @change=${l=>s(l.target.value==="other"?"15+10":l.target.value)}>
        ${P.map(l=>n`<option value=${l} ?selected=${l===t}>${k(v(l))}</option>`)}
        <option value="other" ?selected=${!i}>Another clock …</option>
      </select>
      ${i?h:n`<input class="mono" aria-label="${e}, written" maxlength="20" size="9" spellcheck="false" autocomplete="off" .value=${t} @change=${l=>s(l.target.value.trim()||"none")} />
            <span class="soft small">15+10: minutes and seconds a move; 10+3x30: then periods; 7d: days a move</span>`}
    </span>`}#e(e,t,s,i,l=""){return n`<span class="seg" role="radiogroup" aria-label=${l||e}>
      ${t.map(([r,c])=>n`<label><input type="radio" name="o-${e}" .checked=${r===s} @change=${()=>i(r)} /><span>${c}</span></label>`)}
    </span>`}#u(e){let t=s=>s==="random"?"by lot":e.sides[s==="first"?0:1];return n`<div>
      <h2>How to play?</h2>
      <div class="ways">
        ${this.fault?n`<p class="tip" role="alert">${p("no")}<span>${this.fault}</span></p>`:h}
        <div class="way">
          ${p("link")}
          <span><b>With a friend</b><br /><span class="soft small">Send a link; who opens it sits opposite.</span></span>
          <button type="button" class="btn pri" ?disabled=${this.making} @click=${()=>{this.#n({control:this.control,seat:this.seat,visibility:this.seen})}}>Make a link</button>
          <div class="wide">${this.#l("Clock",this.control,s=>this.control=s)}</div>
          <div class="wide">
            ${this.#e("seen",[["unlisted","by link"],["public","anybody"],["private","private"]],this.seen,s=>this.seen=s,"Who may join and watch")}
            <span class="soft small seenby">${this.seen==="public"?"It is listed below; anybody may join and watch.":this.seen==="private"?"Nobody else may watch.":"Who knows the link may watch."}</span>
          </div>
        </div>
        <div class="way">
          ${p("cpu")}
          <span><b>Against the engine</b><br /><span class="soft small">From 1, who hardly looks ahead, to 8; full is all that it can in a second.</span></span>
          <button type="button" class="btn" ?disabled=${this.making} @click=${()=>{this.#n({level:this.level,seat:this.seat,control:this.quiet})}}>Play</button>
          ${this.#e("level",Array.from({length:$},(s,i)=>[String(i+1),i+1===$?"full":String(i+1)]),String(this.level),s=>this.level=Number(s),"Engine level")}
          <div class="wide">${this.#l("Clock against the engine",this.quiet,s=>this.quiet=s)}</div>
        </div>
        <div class="way">
          ${p("two")}
          <span><b>Two people, one screen</b><br /><span class="soft small">The board turns after each move, or stays.</span></span>
          <button type="button" class="btn" ?disabled=${this.making} @click=${()=>{this.#n({seat:"both",control:this.quiet})}}>Start</button>
          <div class="wide">${this.#l("Clock on one screen",this.quiet,s=>this.quiet=s)}</div>
          <label class="switch small wide"
            ><input type="checkbox" .checked=${d().turns} @change=${s=>S({turns:s.target.checked})} /><span>The board turns</span></label
          >
        </div>
        <div class="way plain">
          <span class="wide first"
            ><b class="small">You play</b> ${this.#e("seat",["first","second","random"].map(s=>[s,t(s)]),this.seat,s=>this.seat=s,"Your side")}</span
          >
          <label class="field wide first"
            ><span class="small">Your name</span>
            <input maxlength="32" autocomplete="nickname" placeholder="Guest" .value=${d().name} @change=${s=>S({name:s.target.value.trim()})}
          /></label>
        </div>
      </div>
    </div>`}#g(){let e=s=>n`<li>
      <a href="/table/${s.id}"
        ><b>${s.title}</b> <span>${f(s)}</span
        ><span class="sp"></span><span class="soft small">${v(s.control)}${s.you.length>0&&s.state==="playing"&&s.you.includes(s.turn)?" · your move":""}</span>
        <span class="btn tiny">${s.you.length>0?"Go on":s.state==="waiting"?"Join":"Watch"}</span></a
      >
    </li>`,t=this.tables.filter(s=>s.you.length===0);return n`<div class="lists">
      <section class="card list" aria-label="Your games">
        <h2>Your games</h2>
        ${this.mine.length>0?n`<ul>${this.mine.map(e)}</ul>`:n`<p class="soft small">None is going on. Games that are over are among the <a href="/records">records</a>.</p>`}
      </section>
      <section class="card list" aria-label="Open to all">
        <h2>Open to all</h2>
        ${t.length>0?n`<ul>${t.slice(0,12).map(e)}</ul>`:n`<p class="soft small">Nobody waits or plays in public at the moment.</p>`}
        <form
          class="linkline"
          @submit=${s=>{s.preventDefault();let l=(s.target.querySelector("input")?.value.trim()??"").split(/[/?#]/).filter(Boolean).pop();l&&location.assign(`/table/${l}`)}}
        >
          <input aria-label="Link to a table" placeholder="A link you were sent" autocomplete="off" />
          <button class="btn">Open</button>
        </form>
      </section>
    </div>`}};function C(){try{return JSON.parse(localStorage.getItem("kibaho-start")??"{}")}catch{return{}}}customElements.define("kb-start",x);
