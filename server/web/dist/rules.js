import{d as c,e as d,f as w}from"./chunk-IK5BU5GC.js";import"./chunk-MKIV4O6X.js";import{a as b,b as h,c as p}from"./chunk-UESQP7TH.js";import{a as f}from"./chunk-JZWTLSGD.js";import{a as g}from"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as i,d as n}from"./chunk-OHZ7X5PI.js";var k="2,0,2,0,1,0,0,0,0,0,0/1,0,0,0,0,0,0,1,0,0,0/0,0,0,1,1,0,2,0,0,2,2/0,0,1,0,1,0,0,0,0,2,0 S - -",v="0,1,0,1,2,0,1,0,1,5,2/1,1,0,1,0,0,0,0,0,1,0/0,0,0,1,1,0,0,0,1,0,1/1,0,2,1,0,0,2,0,2,1,1 S - -",B="0,0,0,3,0,1,0,0,0,0,0/0,1,0,2,0,0,1,0,0,0,0/0,2,0,1,0,1,3,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0 S - -",u="9,7,2,0,7,0,5,0/0,5,0,5,2,3,1,2/0,1,1,2,1,0,2,3/0,1,2,1,0,0,0,2 S",R="0,0,0,1,1,0,2,2/0,1,6,6,0,1,6,6/6,1,6,0,6,1,5,0/2,2,0,2,1,0,0,0 S",$={chuba:[{rule:"CH3",caption:"The start as these rules have it."},{rule:"CH5",position:B,moves:["e"],caption:"Three men from e end in h, which held one; its two end in j, which held two; its three end in the empty pit m."},{rule:"CH7",position:k,refuse:"h",live:!0,caption:"South has pits with two men: they are lit. The single man in h may not start."},{rule:"CH8",live:!0,caption:"A lozenge marks the outer men that have not been played upon. What may start is lit."},{rule:"CH9",position:v,moves:["t+D"],caption:"The last man from t fell into an empty inner pit: the pair opposite is taken, and a second one with it."},{rule:"CH10",position:v,choose:["t"],live:!0,caption:"The crossed pair is taken; each lit pair may be the second. Dotted: an empty one."}],igisoro:[{rule:"IG1",caption:"The start as these rules have it."},{rule:"IG5",position:u,moves:["b"],set:["reverse-pits=none"],caption:"A relay: what the last cow falls into is lifted and sown on, until she falls into an empty pit."},{rule:"IG8",position:u,moves:["a"],set:["capture=may"],live:!0,caption:"The last cow fell into an occupied inner pit opposite to cows in both pits: to take them, or to leave them and go on."},{rule:"IG7",position:u,moves:["a+"],set:["capture=may"],caption:"The cows taken are sown on from beyond the pit that the handful came from."},{rule:"IG9",position:R,moves:["b"],set:["reverse-pits=second-and-ends"],live:!0,caption:"From a pit with arrows the handful may go back or on; what each way would bring is marked."}],fanorona:[{rule:"FA1",live:!0,caption:"The start. The stones that can capture are lit."},{rule:"FA3",moves:["D5-C5A"],caption:"An approach: the stone came towards the black ones on its line, and they are gone."},{rule:"FA6",position:"bb5bb/bbbbbw1bb/bwb5w/www5w/www4w1 w",choose:["B6","B7"],live:!0,caption:"One step, two captures: by approach (A) or by withdrawal (W). Only one of them counts."},{rule:"FA7",position:"bbb2b1bb/4w1bbb/bwb2b1bw/3b2w1w/wwww1w1w1 w",choose:["B5","B6","C5"],live:!0,caption:"After a capture the same stone may go on where it captures again, or stop."},{rule:"FA13",position:"bbbb1bbbb/bbbb1bbbb/bwbwwbwbw/wwww1wwww/wwwwwwwww b",moves:["B6-A5W-B5A"],caption:"A chain: from B6 to A5 by withdrawal and on to B5 by approach."}],draughts:[{rule:"DR1",live:!0,caption:"The start. Black begins; the men that can move are lit."},{rule:"DR2",position:"B:W19,20,23,26,27,29,30,32:B1,5,8,10,11,12,13,15",moves:["15x31"],caption:"Two jumps in one move, to the king's row."},{rule:"DR3",position:"W:W20,24,25,26,27,29,31,32:B1,2,5,6,8,10,14,15,22",choose:["25"],live:!0,caption:"White may jump either way from 25; once begun, a jump is finished."},{rule:"DR5",position:"W:WK3,11,27,28,29,31,32:B4,5,8,10,12,15,K18,19",live:!0,caption:"Kings stand on 3 and 18."},{rule:"DR7",position:"B:W7,20,23,24,26,27,29,30,32:B1,3,5,8,11,12,13,15",moves:["1-6"],set:["capture=huffing"],live:!0,caption:"Black could have jumped from 3 and did not: White may compel him, huff the man on 3, or let it stand."}]};var m=class extends f{constructor(){super();this.place="Rules";this.skip="Skip to the rules";this.#o=location.pathname.split("/").filter(Boolean)[1]??"";this.#a=new URLSearchParams(location.search);this.games=[],this.drawn=[],this.fault="",this.current=location.hash.slice(1)}static{this.properties={games:{state:!0},book:{state:!0},fault:{state:!0},drawn:{state:!0},current:{state:!0}}}#o;#a;#e;connectedCallback(){super.connectedCallback(),this.#i(),addEventListener("hashchange",()=>this.current=location.hash.slice(1))}async#i(){try{this.games=await p.games();let t=this.#o||this.games[0].name,a=await p.rules(t,this.#a.get("variant")??"",this.#a.getAll("set"));this.book=a,document.title=`${a.title}: the rules · kibaho`,await this.updateComplete,location.hash&&document.getElementById(location.hash.slice(1))?.scrollIntoView(),this.#l();let e=await Promise.all(($[t]??[]).map(s=>this.#n(a,s)));this.drawn=e.filter(s=>s!==void 0),await this.updateComplete;for(let{d:s,a:o}of this.drawn)await this.#r(s,o);location.hash&&document.getElementById(location.hash.slice(1))?.scrollIntoView()}catch(t){this.fault=t instanceof Error?t.message:String(t)}}async#n(t,a){let e=new Set((a.set??[]).map(o=>o.split("=")[0])),s=[...t.set.filter(o=>!e.has(o.split("=")[0])),...a.set??[]];try{return{d:a,a:await p.position({game:t.game,variant:t.variant,set:s,position:a.position,moves:a.moves,seen:!0,history:!0})}}catch(o){if(o instanceof b)return;throw o}}async#r(t,a){let e=this.querySelector(`#d-${t.rule} kb-board`);if(!e)return;await e.updateComplete;let s=o=>a.view.board.names.indexOf(o);for(let o of t.choose??[])e.choose(s(o));t.refuse&&e.choose(s(t.refuse))}#l(){this.#e?.disconnect(),this.#e=new IntersectionObserver(t=>{let a=t.filter(e=>e.isIntersecting).sort((e,s)=>e.boundingClientRect.top-s.boundingClientRect.top)[0];a&&!location.hash&&(this.current=a.target.id)},{rootMargin:"0px 0px -70% 0px"});for(let t of this.querySelectorAll(".ru"))this.#e.observe(t)}#t(t,a,e,s=""){return h(`/rules/${t}`,{variant:a,set:e})+(s?`#${s}`:"")}body(){let t=this.book,a=this.games.find(e=>e.name===t?.game);return this.fault?i`<div class="rb"><article><h1>Rules</h1><p role="alert">${this.fault}</p><p><a href="/rules">To the rules</a></p></article></div>`:!t||!a?i`<p class="soft" role="status">Opening the rules …</p>`:i`<div class="rb">
      <nav class="toc" aria-label="Rules of ${t.title}">
        <p class="toc-head">${t.title}</p>
        ${[...t.rules,...t.customs].map(e=>i`<a href="#${e.no}" aria-current=${e.no===this.current?"true":n}><span class="rno">${e.no}</span>${e.title}</a>`)}
      </nav>
      <article>
        <nav class="gt" aria-label="Games">
          ${this.games.map(e=>i`<a class="btn${e.name===t.game?" strong":""}" href="/rules/${e.name}" aria-current=${e.name===t.game?"page":n}>${e.title.replace("English draughts","Draughts")}</a>`)}
        </nav>
        <h1>${t.title}</h1>
        <p class="lead">${t.about} Every rule has a number and a source; where sources differ, each reading can be played.</p>
        <section class="vars" aria-label="Variants">
          ${a.variants.map(e=>i`<a class="var${e.name===t.variant&&t.set.length===0?" on":""}" href=${this.#t(t.game,e.name,[])} aria-current=${e.name===t.variant?"true":n}
              ><b>${e.title}</b>${e.source?i` <span class="tag">${e.source}</span>`:n}<span class="soft small">${e.text}</span></a
            >`)}
        </section>
        ${t.set.length>0?i`<p class="chosen small">With <code>${t.set.join(", ")}</code> · <a href=${this.#t(t.game,t.variant,[])}>as the variant has it</a></p>`:n}
        <p class="go"><a class="btn pri" href=${h("/",{game:t.game,variant:t.variant,set:t.set})}>Play by these rules</a></p>
        ${t.rules.map(e=>this.#s(t,e))}
        <h2 class="part">Customs of all games</h2>
        ${t.customs.map(e=>this.#s(t,e))}
      </article>
    </div>`}#s(t,a){let e=this.drawn.filter(s=>s.d.rule===a.no);return i`<section class="ru" id=${a.no} aria-labelledby="h-${a.no}">
      <a class="rno" href="#${a.no}">${a.no}</a>
      <div>
        <h2 id="h-${a.no}">${a.title}</h2>
        <p>${a.text}</p>
        ${a.words.map(s=>i`<figure class="words">
            <blockquote lang=${s.lang}>${s.text}</blockquote>
            <figcaption>${s.source} · ${s.name}</figcaption>
          </figure>`)}
        ${a.readings.length>0?i`<ul class="readings">
              ${a.readings.map(s=>this.#c(t,a,s))}
            </ul>`:n}
        ${e.map(({d:s,a:o})=>this.#h(t,s,o))}
      </div>
      <p class="src">${(a.source??"").split(/[;,] /).filter(Boolean).map(s=>i`<span class="tag">${s}</span> `)}</p>
    </section>`}#c(t,a,e){let s=e.when.split(" and "),o=new Set(s.map(r=>r.split("=")[0])),l=[...t.set.filter(r=>!o.has(r.split("=")[0])),...s];return i`<li class=${e.played?"played":""}>
      <code>${e.when}</code>
      <span
        >${e.text} ${e.source?i`<span class="soft small">(${e.source})</span>`:n}
        ${e.played?i`<b class="small on">played</b>`:i`<a class="small" href=${this.#t(t.game,t.variant,l,a.no)} aria-label="Choose ${e.when}">choose</a>`}</span
      >
    </li>`}#h(t,a,e){let s=g(),o=e.turns.length,l=o>1?e.turns[o-2].board:e.board,r=o>0&&l!==void 0,y=o>0?e.turns[o-1].seen??c:c;return i`<figure class="fig" id="d-${a.rule}">
      <kb-board
        class=${e.view.board.shape}
        form="wide"
        .board=${e.view.board}
        .moves=${a.live?e.view.moves:w}
        .events=${r?y:c}
        .previous=${r?l:void 0}
        .lastPath=${d}
        .midTurn=${e.view.midTurn??!1}
        .sideNames=${e.sides}
        label="${t.title}, ${a.rule}: ${a.caption}"
        .look=${s.look}
        .dark=${s.dark}
        .shortcuts=${!1}
        .confirm=${!0}
        .playable=${a.live??!1}
        speed="off"
      ></kb-board>
      <figcaption>${a.caption} <a href=${h("/analysis",{game:t.game,variant:t.variant,set:[...t.set,...a.set??[]],position:a.position??e.start,moves:(a.moves??[]).join("_")})}>Try it</a></figcaption>
    </figure>`}};customElements.define("kb-rules",m);
