package main

import (
	"github.com/spf13/pflag"

	"kibaho/bus"
)

// addBus adds the flags that say how a NATS server is reached.
func addBus(f *pflag.FlagSet, o *bus.Options) {
	f.StringVar(&o.URLs, "nats", "", "reach these NATS servers, addresses separated by commas: nats://HOST:4222")
	f.StringVar(&o.CA, "nats-ca", "", "the certificates that NATS servers may be signed by, a file")
	f.StringVar(&o.Cert, "nats-cert", "", "the certificate to show to NATS servers, a file")
	f.StringVar(&o.Key, "nats-key", "", "the key of that certificate, a file")
	f.StringVar(&o.Creds, "nats-creds", "", "the credentials to show to NATS servers, a file")
}
