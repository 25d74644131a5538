import "../pages/watch";
