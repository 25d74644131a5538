// What the parts of a table's page may know of it and ask of it.

import type { Command } from "../net/live";
import type { GameFacts, Table } from "../net/types";

/** What is to be confirmed before it is done. */
export type Sure = "" | "resign" | "abort";

export interface Host {
  readonly facts: GameFacts | undefined;
  /** The turn that is looked at; undefined: the newest. */
  readonly shown: number | undefined;
  readonly online: boolean;
  readonly copied: boolean;
  sure: Sure;
  flip: boolean;
  sheet: boolean;
  typing: boolean;
  command(c: Command): Promise<boolean>;
  goto(ply: number): Promise<void>;
  share(): Promise<void>;
  download(t: Table): Promise<void>;
  /** Opens the move box. */
  type(): void;
}
