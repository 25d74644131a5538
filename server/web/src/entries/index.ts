import "../pages/start";
