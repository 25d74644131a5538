import "../pages/records";
