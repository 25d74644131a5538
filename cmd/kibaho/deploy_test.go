package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	nats "github.com/nats-io/nats-server/v2/server"
	"go.yaml.in/yaml/v3"
)

const deployDir = "../../deploy"

// deployed reads all documents of the YAML files of the deployment.
func deployed(t *testing.T, file string) []map[string]any {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(deployDir, file))
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	for d := yaml.NewDecoder(bytes.NewReader(b)); ; {
		var doc map[string]any
		err := d.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, doc)
	}
}

// at follows keys and numbers into a document; nil: there is nothing.
func at(doc any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			m, _ := doc.(map[string]any)
			doc = m[step]
		case int:
			list, _ := doc.([]any)
			if step >= len(list) {
				return nil
			}
			doc = list[step]
		}
	}
	return doc
}

func words(v any) []string {
	list, _ := v.([]any)
	var all []string
	for _, w := range list {
		all = append(all, fmt.Sprint(w))
	}
	return all
}

// understood fails if the program does not know a command, one of its flags, or
// a flag that a variable of the environment would set.
func understood(t *testing.T, where string, args, env []string) {
	t.Helper()
	cmd, rest, err := newRoot(all).Find(args)
	if err != nil {
		t.Errorf("%s: kibaho %q: %v", where, args, err)
		return
	}
	if err := cmd.ParseFlags(rest); err != nil {
		t.Errorf("%s: kibaho %q: %v", where, args, err)
		return
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		t.Errorf("%s: kibaho %q: %v", where, args, err)
	}
	for _, name := range env {
		flag, ours := strings.CutPrefix(name, "KIBAHO_")
		if ours && cmd.Flags().Lookup(strings.ReplaceAll(strings.ToLower(flag), "_", "-")) == nil {
			t.Errorf("%s: kibaho %s has no flag for %s", where, cmd.Name(), name)
		}
	}
}

// TestDeployFile: what the container runs is there.
func TestDeployFile(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(deployDir, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for _, want := range []string{"CGO_ENABLED=0", "\nUSER 65532", "distroless/static", "-trimpath"} {
		if !strings.Contains(text, want) {
			t.Errorf("the Dockerfile lacks %q", want)
		}
	}
	seen := 0
	for _, m := range regexp.MustCompile(`(?m)(ENTRYPOINT|CMD) (\[.*\])$`).FindAllStringSubmatch(text, -1) {
		var args []string
		if err := json.Unmarshal([]byte(m[2]), &args); err != nil {
			t.Fatalf("%s: %v", m[0], err)
		}
		if args = slices.DeleteFunc(args, func(s string) bool { return s == "/usr/bin/kibaho" }); len(args) > 0 {
			understood(t, "Dockerfile", args, nil)
			seen++
		}
	}
	if seen != 2 {
		t.Errorf("%d commands in the Dockerfile, want that of the server and its check", seen)
	}
}

// TestDeployCompose: services run commands that there are, with what they need.
func TestDeployCompose(t *testing.T) {
	doc := deployed(t, "compose.yaml")[0]
	services, _ := doc["services"].(map[string]any)
	for _, name := range []string{"web1", "web2", "worker", "proxy", "store", "db", "nats1", "nats2", "nats3"} {
		if services[name] == nil {
			t.Errorf("there is no service %s", name)
		}
	}
	ours := 0
	for name, s := range services {
		env, _ := at(s, "environment").(map[string]any)
		for _, volume := range words(at(s, "volumes")) {
			from, _, _ := strings.Cut(volume, ":")
			if strings.HasPrefix(from, "./") {
				if _, err := os.Stat(filepath.Join(deployDir, from)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			} else if volumes, _ := doc["volumes"].(map[string]any); volumes == nil || !hasKey(volumes, from) {
				t.Errorf("%s: no volume %s", name, from)
			}
		}
		if name != "db" && (at(s, "read_only") != true || !slices.Contains(words(at(s, "cap_drop")), "ALL")) {
			t.Errorf("%s: neither read-only nor without powers", name)
		}
		if at(s, "image") != "kibaho" {
			continue
		}
		ours++
		understood(t, "compose, "+name, words(at(s, "command")), keys(env))
		if test := words(at(s, "healthcheck", "test")); len(test) > 2 {
			understood(t, "compose, "+name, test[2:], nil)
		}
	}
	if ours < 3 {
		t.Errorf("%d services of ours", ours)
	}
}

func hasKey(m map[string]any, key string) bool { _, ok := m[key]; return ok }

func keys(m map[string]any) []string {
	var all []string
	for k := range m {
		all = append(all, k)
	}
	slices.Sort(all)
	return all
}

// TestDeployKubernetes: each thing has its kind and name, what they name of each
// other is there, and containers are bounded and without powers.
func TestDeployKubernetes(t *testing.T) {
	kustomization := deployed(t, "kubernetes/kustomization.yaml")[0]
	things := map[string]map[string]any{} // by kind and name
	for _, file := range words(kustomization["resources"]) {
		for _, doc := range deployed(t, "kubernetes/"+file) {
			kind, name := fmt.Sprint(doc["kind"]), fmt.Sprint(at(doc, "metadata", "name"))
			if doc["apiVersion"] == nil || name == "" || things[kind+" "+name] != nil {
				t.Errorf("%s: %s %q without a version, a name, or twice", file, kind, name)
			}
			things[kind+" "+name] = doc
		}
	}
	files, err := filepath.Glob(filepath.Join(deployDir, "kubernetes", "*.yaml"))
	if err != nil || len(files) != len(words(kustomization["resources"]))+1 {
		t.Errorf("%d files, %d of them named; %v", len(files), len(words(kustomization["resources"])), err)
	}
	pods := 0
	for what, doc := range things {
		spec := at(doc, "spec", "template", "spec")
		if spec == nil {
			continue
		}
		pods++
		labels, _ := at(doc, "spec", "template", "metadata", "labels").(map[string]any)
		if chosen, _ := at(doc, "spec", "selector", "matchLabels").(map[string]any); fmt.Sprint(chosen) != fmt.Sprint(labels) {
			t.Errorf("%s chooses %v, its pods are %v", what, chosen, labels)
		}
		name := fmt.Sprint(labels["app.kubernetes.io/name"])
		for _, kind := range []string{"PodDisruptionBudget", "NetworkPolicy"} {
			if things[kind+" "+name] == nil {
				t.Errorf("%s: no %s", what, kind)
			}
		}
		if at(spec, "securityContext", "runAsNonRoot") != true || at(spec, "securityContext", "seccompProfile", "type") != "RuntimeDefault" || at(spec, "automountServiceAccountToken") != false {
			t.Errorf("%s has more powers than it needs", what)
		}
		volumes := map[string]bool{}
		for _, list := range []any{at(spec, "volumes"), at(doc, "spec", "volumeClaimTemplates")} {
			all, _ := list.([]any)
			for _, v := range all {
				if n := at(v, "name"); n != nil {
					volumes[fmt.Sprint(n)] = true
				} else {
					volumes[fmt.Sprint(at(v, "metadata", "name"))] = true
				}
				if c := at(v, "configMap", "name"); c != nil && things[fmt.Sprint("ConfigMap ", c)] == nil {
					t.Errorf("%s: no ConfigMap %v", what, c)
				}
			}
		}
		containers, _ := at(spec, "containers").([]any)
		for _, c := range containers {
			s := at(c, "securityContext")
			if at(s, "readOnlyRootFilesystem") != true || at(s, "allowPrivilegeEscalation") != false || !slices.Contains(words(at(s, "capabilities", "drop")), "ALL") {
				t.Errorf("%s: its container may write or rise", what)
			}
			for _, kind := range []string{"requests", "limits"} {
				if at(c, "resources", kind, "cpu") == nil || at(c, "resources", kind, "memory") == nil {
					t.Errorf("%s: no %s of processors and memory", what, kind)
				}
			}
			mounts, _ := at(c, "volumeMounts").([]any)
			for _, m := range mounts {
				if !volumes[fmt.Sprint(at(m, "name"))] {
					t.Errorf("%s: no volume %v", what, at(m, "name"))
				}
			}
			var env []string
			list, _ := at(c, "env").([]any)
			for _, e := range list {
				env = append(env, fmt.Sprint(at(e, "name")))
			}
			if at(c, "image") == "kibaho" {
				understood(t, what, words(at(c, "args")), env)
				for _, probe := range []string{"readinessProbe", "livenessProbe", "startupProbe"} {
					if args := words(at(c, probe, "exec", "command")); len(args) > 1 {
						understood(t, what, args[1:], nil)
					} else if name == "web" && at(c, probe) == nil {
						t.Errorf("%s: no %s", what, probe)
					}
				}
			}
		}
	}
	if pods < 3 {
		t.Errorf("%d kinds of pods", pods)
	}
	// Traffic reaches pods that there are.
	for what, doc := range things {
		if !strings.HasPrefix(what, "Service ") {
			continue
		}
		name := at(doc, "spec", "selector", "app.kubernetes.io/name")
		if things[fmt.Sprint("Deployment ", name)] == nil && things[fmt.Sprint("StatefulSet ", name)] == nil {
			t.Errorf("%s leads to %v, which is not there", what, name)
		}
	}
}

// TestDeployNATS reads the settings of the NATS servers as the server does.
func TestDeployNATS(t *testing.T) {
	t.Setenv("NATS_NAME", "nats1")
	t.Setenv("NATS_PASSWORD", "secret")
	config, _ := at(deployed(t, "kubernetes/nats.yaml")[0], "data", "nats.conf").(string)
	within := filepath.Join(t.TempDir(), "nats.conf")
	if err := os.WriteFile(within, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{filepath.Join(deployDir, "nats.conf"), within} {
		o, err := nats.ProcessConfigFile(file)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if !o.JetStream || !o.SyncAlways || o.Password != "secret" || o.ServerName != "nats1" || len(o.Routes) != 3 || o.MaxPayload != 1<<20 {
			t.Errorf("%s: JetStream %v, synced %v, %d routes, messages of %d bytes", file, o.JetStream, o.SyncAlways, len(o.Routes), o.MaxPayload)
		}
	}
}

// TestDeployUnits: the units of systemd run commands that there are, without
// powers; systemd itself looks at them where it is there.
func TestDeployUnits(t *testing.T) {
	units, err := filepath.Glob(filepath.Join(deployDir, "systemd", "*.service"))
	if err != nil || len(units) == 0 {
		t.Fatalf("%d units, %v", len(units), err)
	}
	// systemd wants to find the program.
	dir := t.TempDir()
	program := filepath.Join(dir, "kibaho")
	if err := os.WriteFile(program, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, file := range units {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		unit := string(b)
		line := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/kibaho (.*)$`).FindStringSubmatch(unit)
		if line == nil {
			t.Errorf("%s runs nothing of ours", file)
			continue
		}
		understood(t, file, strings.Fields(line[1]), nil)
		for _, want := range []string{"DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=\n", "MemoryMax=", "SystemCallFilter=@system-service"} {
			if !strings.Contains(unit, want) {
				t.Errorf("%s lacks %s", file, want)
			}
		}
		if _, err := exec.LookPath("systemd-analyze"); err != nil {
			continue
		}
		here := filepath.Join(dir, filepath.Base(file))
		if err := os.WriteFile(here, []byte(strings.ReplaceAll(unit, "/usr/local/bin/kibaho", program)), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("systemd-analyze", "verify", "--man=no", here).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v: %s", file, err, out)
		}
	}
}

// TestDeploySecrets: no password is in the tree.
func TestDeploySecrets(t *testing.T) {
	err := filepath.WalkDir(deployDir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == ".env" {
			return err
		}
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, m := range regexp.MustCompile(`://[^/\s:]+:([^@\s]+)@`).FindAllStringSubmatch(string(b), -1) {
			if !strings.HasPrefix(m[1], "${") && m[1] != "…" && m[1] != "PASSWORD" {
				t.Errorf("%s: %s", file, m[0])
			}
		}
		for _, m := range regexp.MustCompile(`(?m)^[ \t]*[A-Z0-9_]*(PASSWORD|SECRET|KEY)[ \t]*[=:][ \t]*(\S+)`).FindAllStringSubmatch(string(b), -1) {
			if !strings.HasPrefix(strings.Trim(m[2], `"'`), "$") && !strings.HasPrefix(m[2], "#") {
				t.Errorf("%s: %s", file, m[0])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
