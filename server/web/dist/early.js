{let e;try{e=JSON.parse(localStorage.getItem("kibaho")??"{}").night}catch{}document.documentElement.classList.toggle("dark",e??matchMedia("(prefers-color-scheme: dark)").matches)}
