import "../pages/analysis";
