import "../pages/rules";
