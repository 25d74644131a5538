// <kb-missing>: nothing is at this address.

import { html } from "lit";
import { Page } from "./page";

class MissingPage extends Page {
  protected readonly place = "";

  protected body() {
    return html`<div class="lost card">
      <h1>Nothing here</h1>
      <p>There is no page at this address.</p>
      <p><a class="btn pri" href="/">Choose a board</a></p>
    </div>`;
  }
}

customElements.define("kb-missing", MissingPage);
