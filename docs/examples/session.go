// A whole session with Go's own library: go run session.go FRONT SELFIE
// LIMEN_URL, LIMEN_USERNAME and LIMEN_PASSWORD must be set.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

type answer struct {
	SessionId   string
	AccessToken string
	Status      string
	HasError    bool
	Error       string
	Hints       []string
}

func ask(method, path string, authorise func(*http.Request), kind string, body []byte) answer {
	request, err := http.NewRequest(method, os.Getenv("LIMEN_URL")+path, bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	authorise(request)
	if kind != "" {
		request.Header.Set("content-type", kind)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode >= 300 {
		log.Fatalf("%s: %s %s", path, response.Status, text)
	}
	var said answer
	if err := json.Unmarshal(text, &said); err != nil {
		log.Fatal(err)
	}
	if said.HasError {
		log.Fatalf("refused: %s, %v", said.Error, said.Hints)
	}
	return said
}

func main() {
	basic := func(r *http.Request) { r.SetBasicAuth(os.Getenv("LIMEN_USERNAME"), os.Getenv("LIMEN_PASSWORD")) }
	opened := ask("POST", "/api/v1/enrolment/initialize", basic, "application/json", []byte(`{"externalId":"order-17"}`))
	bearer := func(r *http.Request) { r.Header.Set("authorization", "Bearer "+opened.AccessToken) }

	for at, part := range []string{"document", "face"} {
		picture, err := os.ReadFile(os.Args[at+1])
		if err != nil {
			log.Fatal(err)
		}
		ask("POST", "/api/v1/enrolment/"+part, bearer, "application/octet-stream", picture)
	}
	ask("POST", "/api/v1/enrolment/complete", bearer, "", nil)

	fmt.Println(ask("GET", "/api/v1/data/"+opened.SessionId+"/status", basic, "", nil).Status)
}
