import{b as g}from"./chunk-GYCRQBR7.js";import{b as k}from"./chunk-IK5BU5GC.js";import{a as G,b as O,c as N,d as I}from"./chunk-BEXZ7NV4.js";import"./chunk-MKIV4O6X.js";import{a as S,c as x,d as f,e as E,f as $,j as F}from"./chunk-WXNIKWZ3.js";import{a as w,b,c}from"./chunk-PCDLF3JP.js";import{a as T}from"./chunk-JZWTLSGD.js";import{a as p,b as v}from"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as n,d as h,f as m}from"./chunk-OHZ7X5PI.js";var d=u=>({board:u.board,seen:u.events??[]}),M={chuba:d(G),igisoro:d(I),fanorona:d(N),draughts:d(O)};var L=["5+3","10+5","20+10","10+3x30","3d","none"],P={"10+3x30":"10 + 3 × 30 s","3d":"3 days",none:"no clock"},y=class extends T{constructor(){super();this.place="Play";this.#l=0;this.#o=0;this.games=[],this.tables=[],this.mine=[],this.chosen={},this.fault=this.variant="",this.making=!1;let s=new URLSearchParams(location.search);this.game=s.get("game")??"",this.variant=s.get("variant")??"";for(let e of s.getAll("set"))this.chosen[e.slice(0,e.indexOf("="))]=e.slice(e.indexOf("=")+1);this.position=s.get("position")??"";let t=H();this.game||=t.game??"",this.control=t.control??"10+5",this.level=t.level??3,this.seat=t.seat??"first",this.length=0,this.seen="unlisted"}static{this.properties={games:{state:!0},game:{state:!0},variant:{state:!0},chosen:{state:!0},control:{state:!0},level:{state:!0},seat:{state:!0},length:{state:!0},seen:{state:!0},position:{state:!0},fault:{state:!0},making:{state:!0},tables:{state:!0},mine:{state:!0}}}#l;#o;connectedCallback(){super.connectedCallback(),c.games().then(t=>{this.games=t;let e=t.find(i=>i.name===this.game)??t[0];this.game=e.name,this.variant=e.variants.find(i=>i.name===this.variant)?.name??e.variants[0].name}).catch(t=>this.fault=t instanceof Error?t.message:String(t));let s=()=>{document.visibilityState!=="hidden"&&(c.tables().then(t=>this.tables=t).catch(()=>{}),c.tables(!0).then(t=>this.mine=t).catch(()=>{}))};s(),this.#o=window.setInterval(s,5e3)}disconnectedCallback(){super.disconnectedCallback(),clearInterval(this.#o)}#c(s){this.game=s,this.variant=this.games.find(t=>t.name===s)?.variants[0].name??"",this.chosen={},this.position=this.fault="",this.#r()}#h(s){this.variant=s,this.chosen={},this.#a()}#e(s,t,e){let i=$(e,this.variant,[])[s.name],l={...this.chosen};t===i?delete l[s.name]:l[s.name]=t,this.chosen=l,this.#a()}get#t(){return Object.entries(this.chosen).map(([s,t])=>`${s}=${t}`)}#a(){clearTimeout(this.#l),this.#l=window.setTimeout(()=>{c.position({game:this.game,variant:this.variant,set:this.#t,position:this.position}).then(()=>this.fault="",s=>this.fault=s instanceof Error?s.message:String(s))},200)}#r(){try{localStorage.setItem("kibaho-start",JSON.stringify({game:this.game,control:this.control,level:this.level,seat:this.seat}))}catch{}}async#n(s){if(!this.making){this.making=!0,this.#r();try{let t=await c.newTable({game:this.game,variant:this.variant,set:this.#t,position:this.position.trim(),name:p().name,games:this.length,...s});location.assign(`/table/${t.id}`)}catch(t){this.making=!1,this.fault=t instanceof w?t.message:String(t)}}}body(){let s=this.games.find(t=>t.name===this.game);return n`<div class="st">
      <div class="hero">
        <h1>Choose a board</h1>
        <p class="soft">Four old games, each by a numbered rule book, each reading of a rule playable.</p>
      </div>
      <div class="cards" role="radiogroup" aria-label="Game">${this.games.map(t=>this.#m(t))}</div>
      ${s?n`<section class="card set" aria-label="Set up ${s.title}">${this.#p(s)}${this.#d(s)}</section>`:n`<p class="soft" role="status">${this.fault}</p>`}
      ${this.#u()}
      <footer class="foot small soft">No account, no advertisement, nothing from elsewhere. Programs may play too: <a href="/api">the API</a>.</footer>
    </div>`}#m(s){let t=s.name===this.game,e=this.mine.find(r=>r.game===s.name),i=M[s.name],l=p();return n`<label class="gc${t?" on":""}">
      <input type="radio" name="game" value=${s.name} .checked=${t} @change=${()=>this.#c(s.name)} />
      <span class="bd"
        ><kb-board
          class="${s.board.shape} ${s.name}"
          aria-hidden="true"
          form="wide"
          .board=${i?.board??s.board}
          .lastPath=${i?k(i.seen):[]}
          .look=${l.look}
          .dark=${l.dark}
          .numbers=${!1}
          .coordinates=${!1}
          .playable=${!1}
          label=${s.title}
        ></kb-board
      ></span>
      <span class="nm">${s.title}</span>
      <span class="soft small">${F(s)}</span>
      ${e?n`<a class="lv small" href="/table/${e.id}"><i></i>${f(e)}</a>`:h}
    </label>`}#p(s){let t=$(s,this.variant,this.#t),e=s.options.filter(a=>!a.match),i=s.options.filter(a=>a.match),l=e.filter(a=>a.values&&a.values.length<=5),r=e.filter(a=>!l.includes(a)),o=r.filter(a=>a.name in this.chosen).length;return n`<div>
      <h2>${s.title}: which rules?</h2>
      <div class="rds" role="radiogroup" aria-label="Variant">
        ${s.variants.map(a=>n`<label class="rd${a.name===this.variant?" on":""}">
            <input type="radio" name="variant" .checked=${a.name===this.variant} @change=${()=>this.#h(a.name)} />
            <span><b>${a.title}</b> ${a.source?n`<span class="tag">${a.source}</span>`:h}<br /><span class="soft small">${a.text}</span></span>
          </label>`)}
      </div>
      <p class="small booklink"><a href=${b(`/rules/${s.name}`,{variant:this.variant,set:this.#t})}>Read these rules</a></p>
      ${l.map(a=>this.#i(s,a,t))}
      <details class="more" ?open=${o>0}>
        <summary>Size, draws and endless sowing</summary>
        ${r.map(a=>this.#i(s,a,t))}
      </details>
      <details class="more" ?open=${i.some(a=>a.name in this.chosen)||this.length>0}>
        <summary>The match</summary>
        <div class="op">
          <span><a class="rno" href=${g(s.name,this.variant,this.#t,"M1")}>M1</a> How many games?</span>
          ${this.#s("length",["0","2","3","4","6","10"].map(a=>[a,a==="0"?"as long as both like":a]),String(this.length),a=>this.length=Number(a))}
          <span></span>
        </div>
        ${i.map(a=>this.#i(s,a,t))}
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
        <p class="small"><a href=${b("/analysis",{game:s.name,variant:this.variant,set:this.#t,position:this.position,edit:"1"})}>Set it up on a board</a></p>
      </details>
    </div>`}#i(s,t,e){let i=e[t.name],l=t.values?.find(o=>o.name===i)?.source??t.source,r=t.values&&t.values.length>5;return n`<div class="op">
      <span
        ><a class="rno" href=${g(s.name,this.variant,this.#t,t.rule)}>${t.rule}</a> ${t.text}${t.values&&!r?n`<small class="soft">${E(t,i)}</small>`:h}</span
      >
      ${t.values&&!r?this.#s(t.name,t.values.map(o=>[o.name,o.name]),i,o=>this.#e(t,o,s),t.text):t.values?n`<select aria-label=${t.text} @change=${o=>this.#e(t,o.target.value,s)}>
              ${t.values.map(o=>n`<option value=${o.name} ?selected=${o.name===i}>${o.text}</option>`)}
            </select>`:n`<input
              class="number"
              type="number"
              aria-label=${t.text}
              min=${t.min??0}
              max=${t.max??1}
              .value=${i}
              @change=${o=>this.#e(t,o.target.value,s)}
            />`}
      ${l?n`<span class="tag" title=${l}>${l}</span>`:n`<span></span>`}
    </div>`}#s(s,t,e,i,l=""){return n`<span class="seg" role="radiogroup" aria-label=${l||s}>
      ${t.map(([r,o])=>n`<label><input type="radio" name="o-${s}" .checked=${r===e} @change=${()=>i(r)} /><span>${o}</span></label>`)}
    </span>`}#d(s){let t=e=>e==="random"?"by lot":s.sides[e==="first"?0:1];return n`<div>
      <h2>How to play?</h2>
      <div class="ways">
        ${this.fault?n`<p class="tip" role="alert">${m("no")}<span>${this.fault}</span></p>`:h}
        <div class="way">
          ${m("link")}
          <span><b>With a friend</b><br /><span class="soft small">Send a link; who opens it sits opposite.</span></span>
          <button type="button" class="btn pri" ?disabled=${this.making} @click=${()=>{this.#n({control:this.control,seat:this.seat,visibility:this.seen})}}>Make a link</button>
          <div class="wide">
            ${this.#s("control",L.map(e=>[e,P[e]??e]),this.control,e=>this.control=e,"Clock")}
          </div>
          <div class="wide">
            ${this.#s("seen",[["unlisted","by link"],["public","anybody"],["private","private"]],this.seen,e=>this.seen=e,"Who may join and watch")}
            <span class="soft small">${this.seen==="public"?"It is shown below until somebody joins.":this.seen==="private"?"Nobody else may watch.":"Who knows the link may watch."}</span>
          </div>
        </div>
        <div class="way">
          ${m("cpu")}
          <span><b>Against the engine</b><br /><span class="soft small">From 1, who hardly looks ahead, to 8, who plays as well as he can.</span></span>
          <button type="button" class="btn" ?disabled=${this.making} @click=${()=>{this.#n({level:this.level,seat:this.seat})}}>Play</button>
          ${this.#s("level",Array.from({length:8},(e,i)=>[String(i+1),String(i+1)]),String(this.level),e=>this.level=Number(e),"Engine level")}
        </div>
        <div class="way">
          ${m("two")}
          <span><b>Two people, one screen</b><br /><span class="soft small">The board turns after each move, or stays.</span></span>
          <button type="button" class="btn" ?disabled=${this.making} @click=${()=>{this.#n({seat:"both"})}}>Start</button>
          <label class="switch small wide"
            ><input type="checkbox" .checked=${p().turns} @change=${e=>v({turns:e.target.checked})} /><span>The board turns</span></label
          >
        </div>
        <div class="way plain">
          <span class="wide first"
            ><b class="small">You play</b> ${this.#s("seat",["first","second","random"].map(e=>[e,t(e)]),this.seat,e=>this.seat=e,"Your side")}</span
          >
          <label class="field wide first"
            ><span class="small">Your name</span>
            <input maxlength="32" autocomplete="nickname" placeholder="Guest" .value=${p().name} @change=${e=>v({name:e.target.value.trim()})}
          /></label>
        </div>
      </div>
    </div>`}#u(){let s=e=>n`<li>
      <a href="/table/${e.id}"
        ><b>${e.title}</b> <span>${e.state==="waiting"?`${x(e.seats[e.seats[0].kind==="open"?1:0])} waits for an opponent`:f(e)}</span
        ><span class="sp"></span><span class="soft small">${S(e.control)}${e.you.length>0&&e.state==="playing"&&e.you.includes(e.turn)?" · your move":""}</span>
        <span class="btn tiny">${e.you.length>0?"Go on":e.state==="waiting"?"Join":"Watch"}</span></a
      >
    </li>`,t=this.tables.filter(e=>e.you.length===0);return n`<div class="lists">
      <section class="card list" aria-label="Your games">
        <h2>Your games</h2>
        ${this.mine.length>0?n`<ul>${this.mine.map(s)}</ul>`:n`<p class="soft small">None is going on. Games that are over are among the <a href="/records">records</a>.</p>`}
      </section>
      <section class="card list" aria-label="Open to all">
        <h2>Open to all</h2>
        ${t.length>0?n`<ul>${t.slice(0,12).map(s)}</ul>`:n`<p class="soft small">Nobody waits or plays in public at the moment.</p>`}
        <form
          class="linkline"
          @submit=${e=>{e.preventDefault();let l=(e.target.querySelector("input")?.value.trim()??"").split(/[/?#]/).filter(Boolean).pop();l&&location.assign(`/table/${l}`)}}
        >
          <input aria-label="Link to a table" placeholder="A link you were sent" autocomplete="off" />
          <button class="btn">Open</button>
        </form>
      </section>
    </div>`}};function H(){try{return JSON.parse(localStorage.getItem("kibaho-start")??"{}")}catch{return{}}}customElements.define("kb-start",y);
