// Renders a chart as `helm template` does, with the packages of Helm that it uses for this. The command of Helm
// compiles for much longer, because it also contains clients of clusters and registries.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
)

type request struct {
	Chart     string                 `json:"chart"`
	Name      string                 `json:"name"`
	Namespace string                 `json:"namespace"`
	Upgrade   bool                   `json:"upgrade"`
	Values    map[string]interface{} `json:"values"`
}

func render(given request) (map[string]string, error) {
	chart, err := loader.Load(given.Chart)
	if err != nil {
		return nil, err
	}
	if err := chart.Validate(); err != nil {
		return nil, err
	}
	options := chartutil.ReleaseOptions{
		Name: given.Name, Namespace: given.Namespace, Revision: 1, IsInstall: !given.Upgrade, IsUpgrade: given.Upgrade,
	}
	// Also validates the values with values.schema.json.
	values, err := chartutil.ToRenderValues(chart, given.Values, options, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	return engine.Engine{Strict: true}.Render(chart, values)
}

func main() {
	var given request
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		fail(err)
	}
	files, err := render(given)
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(files); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
