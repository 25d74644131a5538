import{j as n,m as r,n as l}from"./chunk-6YUONH5C.js";import{c as d}from"./chunk-UESQP7TH.js";import{a as h}from"./chunk-JZWTLSGD.js";import"./chunk-WCFXDBXZ.js";import"./chunk-JWNMEUYL.js";import{a as t,d as o}from"./chunk-OHZ7X5PI.js";var $={waiting:"waits",running:"under work",failing:"failed, tried again",done:"done",failed:"given up",cancelled:"cancelled",disputed:"in dispute"},c=class extends h{constructor(){super();this.place="Jobs";this.#t=0;this.jobs=[],this.fault=this.said="",this.open=new URLSearchParams(location.search).get("batch")??""}static{this.properties={queue:{state:!0},open:{state:!0},jobs:{state:!0},fault:{state:!0},said:{state:!0}}}#t;connectedCallback(){super.connectedCallback(),this.#e(),this.#t=window.setInterval(()=>document.visibilityState==="visible"&&void this.#e(),2e3)}disconnectedCallback(){super.disconnectedCallback(),clearInterval(this.#t)}async#e(){try{this.queue=await d.queue(),this.open&&(this.jobs=(await d.jobs(this.open)).jobs),this.fault=""}catch(e){this.fault=e instanceof Error?e.message:String(e)}}#o(e){this.open=this.open===e?"":e,this.jobs=[],history.replaceState(null,"",this.open?`/jobs?batch=${this.open}`:"/jobs"),this.#e()}async#s(e,s){try{let{jobs:a}=await d.changeJobs(e,s);this.said=`${n(a,"job")} ${e==="cancel"?"cancelled":"put back"}.`}catch(a){this.said=a instanceof Error?a.message:String(a)}this.#e()}body(){let e=this.queue;return t`<div class="st jobs">
      <div class="hero"><h1>Jobs</h1><p class="soft">Tables, proofs and other work that is shared out among machines.</p></div>
      ${this.fault?t`<p class="none card" role="alert">${this.fault}</p>`:o}
      <p class="small" role="status">${this.said}</p>
      ${e?.disputes.length?t`<section class="card alarm" role="alert">
            <h2>Results in dispute</h2>
            <p>Two workers have found different results for the same job. Nothing goes on from either. Find out which machine is wrong, then have the job done again.</p>
            <ul class="rows">
              ${e.disputes.map(s=>this.#a(s))}
            </ul>
          </section>`:o}
      ${e?.batches.length===0?t`<p class="none card">Nothing is in the queue. Commands with <code>--queue</code> put work into it, <code>kibaho work</code> does it.</p>`:o}
      ${(e?.batches??[]).map(s=>this.#i(s))}
      ${e?this.#n(e.workers):o}
    </div>`}#i(e){let s=e.running+e.waiting+e.failing===0,a=this.open===e.id,p=[`${e.done} of ${e.total} done`,e.running?`${e.running} under work`:"",e.waiting?`${e.waiting} waiting`:"",e.failing?`${e.failing} failing`:"",e.failed?`${e.failed} given up`:"",e.cancelled?`${e.cancelled} cancelled`:"",e.disputed?`${e.disputed} in dispute`:""].filter(Boolean);return t`<section class="card batch" aria-labelledby="b-${e.id}">
      <div class="batch-head">
        <h2 id="b-${e.id}">${e.title}</h2>
        <span class="sp"></span>
        <span class="soft small">${e.ended?`finished ${r(Date.parse(e.ended))}`:`asked for ${r(Date.parse(e.made))}`}${e.by?` on ${e.by}`:""}</span>
      </div>
      <progress max="1" value=${e.share} aria-label="Share of the work that is done"></progress>
      <p class="small">
        <strong>${Math.floor(e.share*1e3)/10} %</strong> · ${p.join(" · ")}${e.rate&&!s?t` · ${f(e.rate)}`:o}${e.left&&!s?t` · about ${l(e.left)} left`:o}
      </p>
      ${e.blocked?t`<p class="small blocked">${e.blocked}</p>`:o}
      ${e.command?t`<p class="small command"><code>${e.command}</code></p>`:o}
      <div class="deeds">
        <button type="button" class="btn" aria-expanded=${a?"true":"false"} @click=${()=>this.#o(e.id)}>${a?"Hide the jobs":"Show the jobs"}</button>
        ${this.queue?.may&&!s?t`<button type="button" class="btn" @click=${()=>{this.#s("cancel",e.id)}}>Cancel</button>`:o}
        ${this.queue?.may&&e.failing+e.failed+e.cancelled+e.disputed>0?t`<button type="button" class="btn" @click=${()=>{this.#s("retry",e.id)}}>Try again</button>`:o}
      </div>
      ${a?t`<ul class="rows">
            ${this.jobs.map(u=>this.#a(u))}
          </ul>`:o}
    </section>`}#a(e){let s=e.failures?.at(-1),a=e.since&&e.ended?l((Date.parse(e.ended)-Date.parse(e.since))/1e3):"";return t`<li class="job ${e.state}">
      <span class="nm">${e.title}</span>
      <span class="state">${$[e.state]}${e.state==="running"&&e.share?` ${Math.floor(e.share*100)} %`:""}</span>
      <span class="soft small">
        ${e.worker?t`${e.worker}${e.other_worker?` and ${e.other_worker}`:""}`:o}${a?` · ${a}`:""}${e.says&&e.state==="done"?` · ${e.says}`:""}
      </span>
      ${s&&e.state!=="done"?t`<span class="small why">${s.reason} (${r(Date.parse(s.when))}, ${n(e.tries??0,"try","tries")})</span>`:o}
      ${this.queue?.may&&(e.state==="failed"||e.state==="disputed"||e.state==="failing")?t`<button type="button" class="btn" @click=${()=>{this.#s("retry",e.id)}}>Try again</button>`:o}
    </li>`}#n(e){return t`<section class="card" aria-labelledby="workers">
      <h2 id="workers">Workers</h2>
      ${e.length===0?t`<p class="soft">None is here. <code>kibaho work</code> starts one.</p>`:o}
      <ul class="rows">
        ${e.map(s=>t`<li class="job ${s.state}">
            <span class="nm">${s.name}</span>
            <span class="state">${s.state}</span>
            <span class="soft small"
              >${s.active?.map(a=>`${a.title}${a.total?`, ${Math.floor(100*(a.done??0)/a.total)} %`:""}, for ${l((Date.now()-Date.parse(a.since))/1e3)}`).join("; ")||`${n(s.done,"job")} done`}${s.failed?`, ${s.failed} failed`:""}</span
            >
            ${s.reason?t`<span class="small why">${s.reason}</span>`:o}
          </li>`)}
      </ul>
    </section>`}};function f(i){return i>=1?`${i.toFixed(1)} a second`:i*60>=1?`${(i*60).toFixed(1)} a minute`:`${(i*3600).toFixed(1)} an hour`}customElements.define("kb-jobs",c);
