import "../pages/missing";
