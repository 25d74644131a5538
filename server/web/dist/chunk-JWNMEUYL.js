import{a as t,d as o,f as a,g as r,h as l}from"./chunk-OHZ7X5PI.js";var s=[{name:"Play",link:"/"},{name:"Watch",link:"/watch"},{name:"Analyse",link:"/analysis"},{name:"Records",link:"/records"},{name:"Rules",link:"/rules"}],n=class extends l{static{this.properties={current:{},look:{},dark:{type:Boolean},open:{state:!0}}}constructor(){super(),this.current="",this.look="wood",this.dark=!1,this.open=!1}render(){return t`<header class="top">
      <a class="brand" href="/" aria-label="kibaho, start page">${r()}<span>kibaho</span></a>
      <nav class="main${this.open?" open":""}" aria-label="Main" id="kb-main-nav">
        ${s.map(e=>t`<a href=${e.link} aria-current=${e.name===this.current?"page":o}>${e.name}</a>`)}
      </nav>
      <span class="sp"></span>
      <button type="button" class="icb" aria-label="Board look: ${this.look}" @click=${()=>this.tell("kb-look")}>${a("look")}</button>
      <button type="button" class="icb" aria-label=${this.dark?"Light page":"Dark page"} @click=${()=>this.tell("kb-dark")}>
        ${a(this.dark?"sun":"moon")}
      </button>
      <button type="button" class="icb" aria-label="Settings" @click=${()=>this.tell("kb-settings")}>${a("gear")}</button>
      <button
        type="button"
        class="icb only-n"
        aria-label="Menu"
        aria-expanded=${this.open?"true":"false"}
        aria-controls="kb-main-nav"
        @click=${()=>this.open=!this.open}
      >
        ${a("menu")}
      </button>
    </header>`}};customElements.define("kb-header",n);
