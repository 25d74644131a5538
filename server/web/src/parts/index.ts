// All elements that a page is made of.

import "../board/board";
import "./ask";
import "./bars";
import "./explorer";
import "./header";
import "./legend";
import "./movebox";
import "./moves";
import "./table";
