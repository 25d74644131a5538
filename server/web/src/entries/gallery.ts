import "../css/tokens.css";
import "../css/board.css";
import "../css/page.css";
import "../css/gallery.css";
import "../gallery";
