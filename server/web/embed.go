// Package web holds the bundle of the web application: pages, code and styles as
// they are served.
package web

import "embed"

// Dist is the bundle, in the folder dist.
//
//go:embed all:dist
var Dist embed.FS
