import{l as c}from"./chunk-M5LB7WEF.js";import"./chunk-GAO7O6UV.js";import{d as m,e as l,f as d}from"./chunk-IK5BU5GC.js";import"./chunk-MKIV4O6X.js";import{c as u}from"./chunk-UESQP7TH.js";import{a as p}from"./chunk-WCFXDBXZ.js";import{a as o,d as i,h}from"./chunk-OHZ7X5PI.js";var n=class extends h{static{this.properties={answer:{state:!0},at:{state:!0},fault:{state:!0}}}#t=new URLSearchParams(location.search);constructor(){super(),this.fault="",this.at=0,this.addEventListener("kb-goto",t=>this.at=t.detail.ply)}connectedCallback(){super.connectedCallback(),this.#e()}async#e(){let t=this.#t;try{let e=await u.position({game:t.get("game")??"",variant:t.get("variant")??"",set:t.getAll("set"),position:t.get("position")??"",moves:c(t.get("moves")??""),history:!0});this.answer=e;let s=Number(t.get("at")??e.turns.length);this.at=Math.min(e.turns.length,Math.max(0,Number.isInteger(s)?s:0)),document.title=`${e.game} · kibaho`}catch(e){this.fault=e instanceof Error?e.message:String(e)}}render(){let t=this.answer;if(this.fault)return o`<main class="em"><p role="alert">${this.fault}</p></main>`;if(!t)return i;let e=this.at>0?t.turns[this.at-1]:void 0,s=this.at>1?t.turns[this.at-2].board:this.at===1?t.board:void 0,a=e?.board??t.board;if(!a)return i;let r=p(),b=`${location.origin}/analysis${location.search}`;return o`<main class="em">
      <h1 class="sr">${t.sides[0]} against ${t.sides[1]}, ${t.game}</h1>
      <kb-board
        class=${a.shape}
        .board=${a}
        .moves=${d}
        .events=${e?.seen??m}
        .previous=${s}
        .lastPath=${l}
        .sideNames=${t.sides}
        .look=${r.look}
        .dark=${r.dark}
        .speed=${r.speed}
        .flipped=${this.#t.has("flip")}
        .playable=${!1}
        label="${t.game}, ${e?`after ${e.text}`:"the start"}"
      ></kb-board>
      <div class="card em-moves">
        <kb-moves .turns=${t.turns} .current=${this.at} .secondBegins=${t.turns[0]?.side===1} strip></kb-moves>
        <kb-moves .turns=${t.turns} .current=${this.at} class="em-steer"></kb-moves>
      </div>
      <p class="small"><a href=${b} target="_blank" rel="noopener">Study it on kibaho</a></p>
    </main>`}};customElements.define("kb-embed",n);
