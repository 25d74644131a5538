import "../pages/embed";
