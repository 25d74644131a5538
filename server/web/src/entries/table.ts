import "../pages/table";
