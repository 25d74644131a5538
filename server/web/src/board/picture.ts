import type { Board } from "../wire";
import type { Look } from "./ground";
import type { Scene } from "./scene";

/** What the picture of a board is drawn from. */
export interface Picture {
  /** Begins every id in the picture. */
  id: string;
  board: Board;
  scene: Scene;
  look: Look;
  coordinates: boolean;
  numbers: boolean;
}
