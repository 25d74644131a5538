// Runs before anything is drawn, so that a dark page never flashes light.

{
  let night: boolean | undefined;
  try {
    night = (JSON.parse(localStorage.getItem("kibaho") ?? "{}") as { night?: boolean }).night;
  } catch {
    // nothing is kept
  }
  document.documentElement.classList.toggle("dark", night ?? matchMedia("(prefers-color-scheme: dark)").matches);
}
