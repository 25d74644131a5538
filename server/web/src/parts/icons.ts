import { html, svg, type TemplateResult } from "lit";

const shapes: Record<string, ReturnType<typeof svg>> = {
  half: svg`<path d="M5 19L19 5M7 5v6M4 6l3-1M15 14c3-2 5 1 3 3l-3 3h4"/>`,
  back: svg`<path d="M9 7L4 12l5 5M4 12h11a5 5 0 0 1 0 10h-3"/>`,
  flag: svg`<path d="M5 21V4c5-3 9 3 14 0v10c-5 3-9-3-14 0"/>`,
  keys: svg`<rect x="2" y="6" width="20" height="12" rx="2"/><path d="M6 10h.01M10 10h.01M14 10h.01M18 10h.01M7 14h10"/>`,
  list: svg`<path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01"/>`,
  first: svg`<path d="M18 5l-8 7 8 7V5zM6 5v14"/>`,
  prev: svg`<path d="M16 5l-8 7 8 7V5z"/>`,
  next: svg`<path d="M8 5l8 7-8 7V5z"/>`,
  last: svg`<path d="M6 5l8 7-8 7V5zM18 5v14"/>`,
  menu: svg`<path d="M4 7h16M4 12h16M4 17h16"/>`,
  sun: svg`<circle cx="12" cy="12" r="4"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2"/>`,
  moon: svg`<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"/>`,
  look: svg`<rect x="3" y="5" width="18" height="14" rx="3"/><circle cx="8.5" cy="12" r="2.2"/><circle cx="15.5" cy="12" r="2.2"/>`,
  turn: svg`<rect x="7" y="3" width="10" height="18" rx="2"/><path d="M20 8a9 9 0 0 1 0 8M4 16a9 9 0 0 1 0-8"/>`,
  flip: svg`<path d="M7 4v16M7 20l-3-3M7 20l3-3M17 20V4M17 4l-3 3M17 4l3 3"/>`,
  link: svg`<path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"/>`,
  cpu: svg`<rect x="6" y="6" width="12" height="12" rx="2"/><path d="M9 2v4M15 2v4M9 18v4M15 18v4M2 9h4M2 15h4M18 9h4M18 15h4"/>`,
  two: svg`<circle cx="8" cy="8" r="3"/><circle cx="16" cy="8" r="3"/><path d="M2 20c0-4 3-6 6-6s6 2 6 6M15 14c4 0 7 2 7 6"/>`,
  info: svg`<circle cx="12" cy="12" r="9"/><path d="M12 11v6M12 7h.01"/>`,
  no: svg`<circle cx="12" cy="12" r="9"/><path d="M6 18L18 6"/>`,
  copy: svg`<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3"/>`,
  gear: svg`<circle cx="12" cy="12" r="3.2"/><path d="M12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3M5.5 5.5l2.1 2.1M16.4 16.4l2.1 2.1M18.5 5.5l-2.1 2.1M7.6 16.4l-2.1 2.1"/>`,
  eye: svg`<path d="M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7z"/><circle cx="12" cy="12" r="3"/>`,
  again: svg`<path d="M4 11a8 8 0 0 1 14-5l2 2M20 4v4h-4M20 13a8 8 0 0 1-14 5l-2-2M4 20v-4h4"/>`,
  chart: svg`<path d="M4 4v16h16M7 15l4-5 3 3 5-7"/>`,
  down: svg`<path d="M12 4v11M7 11l5 5 5-5M5 20h14"/>`,
  share: svg`<circle cx="6" cy="12" r="2.6"/><circle cx="17" cy="6" r="2.6"/><circle cx="17" cy="18" r="2.6"/><path d="M8.4 10.8l6.2-3.5M8.4 13.2l6.2 3.5"/>`,
  pencil: svg`<path d="M4 20l1-5L16 4l4 4L9 19zM13 7l4 4"/>`,
  close: svg`<path d="M6 6l12 12M18 6L6 18"/>`,
  check: svg`<path d="M5 13l4 4L19 7"/>`,
  replay: svg`<path d="M4 12a8 8 0 1 0 3-6M4 4v5h5"/>`,
};

export type IconName = keyof typeof shapes;

/** A picture that says nothing by itself: what bears it has a name. */
export function icon(name: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${shapes[name]}</svg>`;
}

/** Four pits, three of them filled. */
export function logo(): TemplateResult {
  return html`<svg class="logo" viewBox="0 0 34 30" aria-hidden="true">
    <rect class="logo-earth" x="1" y="1" width="32" height="28" rx="7" />
    <g class="logo-card"><circle cx="10" cy="9.5" r="4.6" /><circle cx="24" cy="9.5" r="4.6" /><circle cx="24" cy="20.5" r="4.6" /></g>
    <circle class="logo-line" cx="10" cy="20.5" r="4.6" stroke-width="2" />
    <g class="logo-earth">
      <circle cx="9" cy="8.6" r="1.5" /><circle cx="11.6" cy="10.6" r="1.5" /><circle cx="24" cy="9.5" r="1.6" /><circle cx="22.6" cy="19.6" r="1.4" /><circle
        cx="25.6"
        cy="19.8"
        r="1.4"
      /><circle cx="24" cy="22.4" r="1.4" />
    </g>
  </svg>`;
}
