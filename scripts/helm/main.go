// Renders a chart as `helm template` does, with the packages of Helm that it uses for this, and refuses objects with
// unknown fields. The command of Helm compiles for much longer, because it contains clients of clusters and registries.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/kubernetes/scheme"
)

type request struct {
	Chart  string         `json:"chart"`
	Name   string         `json:"name"`
	Values map[string]any `json:"values"`
}

func render(given request) (map[string]string, error) {
	chart, err := loader.Load(given.Chart)
	if err != nil {
		return nil, err
	}
	options := chartutil.ReleaseOptions{Name: given.Name, Namespace: "security", Revision: 1, IsInstall: true}
	// This also validates the values with values.schema.json.
	values, err := chartutil.ToRenderValues(chart, given.Values, options, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	return engine.Engine{Strict: true}.Render(chart, values)
}

var decoder = serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, scheme.Scheme, scheme.Scheme,
	serializer.SerializerOptions{Yaml: true, Strict: true})

func checkObjects(path, text string) error {
	for reader := yaml.NewYAMLReader(bufio.NewReader(strings.NewReader(text))); ; {
		document, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && bytes.Contains(document, []byte("kind:")) {
			_, _, err = decoder.Decode(document, nil, nil)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
}

func run() error {
	var given request
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		return err
	}
	files, err := render(given)
	if err != nil {
		return err
	}
	for path, text := range files {
		if strings.HasSuffix(path, ".yaml") {
			if err := checkObjects(path, text); err != nil {
				return err
			}
		}
	}
	return json.NewEncoder(os.Stdout).Encode(files)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
