package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"kibaho"
)

// bucket is a Store on an S3 server. Two requests are all it needs, and the hash that
// S3 wants of what is sent is the name of the file: a server checks it.
type bucket struct {
	base   url.URL // of the objects, with a slash at its end
	region string
	key    aws.Credentials
	signer *v4.Signer
	client *http.Client
}

const (
	s3Tries   = 5
	emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)

func openS3(where string, env func(string) string) (*bucket, error) {
	wrong := func(want string) error {
		return &kibaho.InputError{What: "files", Text: where, At: -1, Want: want}
	}
	u, err := url.Parse(where)
	if err != nil || u.Host == "" || u.User != nil {
		return nil, wrong("expected s3://BUCKET/PREFIX?endpoint=URL&region=NAME")
	}
	for name := range u.Query() {
		if name != "endpoint" && name != "region" {
			return nil, wrong(fmt.Sprintf("expected endpoint and region alone, not %q", name))
		}
	}
	b := &bucket{region: u.Query().Get("region"), signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })}
	if b.region == "" {
		b.region = env("AWS_REGION")
	}
	if b.region == "" {
		b.region = "us-east-1"
	}
	prefix := strings.Trim(u.Path, "/")
	if prefix != "" {
		prefix += "/"
	}
	if endpoint := u.Query().Get("endpoint"); endpoint != "" {
		if !strings.Contains(endpoint, "://") {
			endpoint = "https://" + endpoint
		}
		e, err := url.Parse(endpoint)
		if err != nil || e.Host == "" || e.Scheme != "http" && e.Scheme != "https" {
			return nil, wrong("expected an endpoint as in https://host:9000")
		}
		b.base = url.URL{Scheme: e.Scheme, Host: e.Host, Path: strings.TrimSuffix(e.Path, "/") + "/" + u.Host + "/" + prefix}
	} else {
		b.base = url.URL{Scheme: "https", Host: "s3." + b.region + ".amazonaws.com", Path: "/" + u.Host + "/" + prefix}
	}
	b.key = aws.Credentials{AccessKeyID: env("AWS_ACCESS_KEY_ID"), SecretAccessKey: env("AWS_SECRET_ACCESS_KEY"), SessionToken: env("AWS_SESSION_TOKEN")}
	if b.key.AccessKeyID == "" || b.key.SecretAccessKey == "" {
		return nil, wrong("expected the key of the store in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = time.Minute
	b.client = &http.Client{Transport: transport}
	return b, nil
}

func (b *bucket) Where() string { return b.base.String() }

func (b *bucket) Put(ctx context.Context, h Hash, size int64, file io.ReadSeeker) error {
	// What is there need not be sent again.
	if r, err := b.do(ctx, http.MethodHead, h, nil, 0); err == nil {
		_ = r.Body.Close()
		if r.ContentLength == size {
			return nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	r, err := b.do(ctx, http.MethodPut, h, file, size)
	if err != nil {
		return err
	}
	return r.Body.Close()
}

func (b *bucket) Open(ctx context.Context, h Hash) (io.ReadCloser, error) {
	r, err := b.do(ctx, http.MethodGet, h, nil, 0)
	if err != nil {
		return nil, err
	}
	return r.Body, nil
}

// do asks the server, again after a while if it was busy or out of reach.
func (b *bucket) do(ctx context.Context, method string, h Hash, file io.ReadSeeker, size int64) (*http.Response, error) {
	for try := 1; ; try++ {
		r, again, err := b.once(ctx, method, h, file, size)
		if err == nil || !again || try == s3Tries || ctx.Err() != nil {
			return r, err
		}
		wait := time.Duration(float64(100*time.Millisecond) * float64(int(1)<<try) * (0.5 + rand.Float64()))
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, err
		}
	}
}

func (b *bucket) once(ctx context.Context, method string, h Hash, file io.ReadSeeker, size int64) (r *http.Response, again bool, err error) {
	at := b.base
	at.Path += h.key()
	hash := emptyHash
	var body io.Reader
	if file != nil {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return nil, false, err
		}
		hash, body = string(h), io.NopCloser(file)
	}
	q, err := http.NewRequestWithContext(ctx, method, at.String(), body)
	if err != nil {
		return nil, false, err
	}
	if file != nil {
		q.ContentLength = size
		if size == 0 {
			q.Body = http.NoBody
		}
	}
	q.Header.Set("X-Amz-Content-Sha256", hash)
	if err := b.signer.SignHTTP(ctx, b.key, q, hash, "s3", b.region, time.Now()); err != nil {
		return nil, false, err
	}
	r, err = b.client.Do(q)
	if err != nil {
		return nil, true, fmt.Errorf("files: %w", err)
	}
	if r.StatusCode/100 == 2 {
		return r, false, nil
	}
	text, _ := io.ReadAll(io.LimitReader(r.Body, 2000))
	_ = r.Body.Close()
	if r.StatusCode == http.StatusNotFound {
		return nil, false, fmt.Errorf("files: %s: %w", at.String(), fs.ErrNotExist)
	}
	again = r.StatusCode >= 500 || r.StatusCode == http.StatusTooManyRequests
	return nil, again, fmt.Errorf("files: %s %s: the server answers %s", method, at.String(), strconv.Itoa(r.StatusCode)+" "+reason(string(text)))
}

// reason picks the message out of an answer in XML, or its code.
func reason(text string) string {
	for _, tag := range []string{"Message", "Code"} {
		if _, rest, ok := strings.Cut(text, "<"+tag+">"); ok {
			message, _, _ := strings.Cut(rest, "<")
			return message
		}
	}
	return "without a reason"
}
