import "../pages/jobs";
