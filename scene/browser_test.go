//go:build browser

package scene

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// samples are names in each script as programs have them.
var samples = []struct{ script, text string }{
	{"ASCII", "encoding/json.Unmarshal"},
	{"Greek", "main.Υπολογισμός"},
	{"Cyrillic", "склад.Заказ.Цена"},
	{"Chinese", "订单服务.计算价格"},
	{"Japanese", "注文.価格をけいさんする"},
	{"Katakana", "サーバー.リクエスト"},
	{"Korean", "주문서비스.가격계산"},
	{"Arabic", "الطلبات.حساب السعر"},
	{"Hebrew", "הזמנות.חישוב מחיר"},
	{"Thai", "คำสั่งซื้อ.คำนวณราคา"},
	{"Hindi", "आदेश.मूल्य की गणना"},
	{"Bengali", "আদেশ.মূল্য গণনা"},
	{"Tamil", "ஆணை.விலை கணக்கீடு"},
	{"Georgian", "შეკვეთა.ფასის გამოთვლა"},
	{"emoji", "🚀👩‍👩‍👧🇩🇪👍🏽"},
	{"a mixture", "main.计算Preis(かな, 가격) → סכום 🚀"},
}

// TestBrowserWidths: a text in an SVG is as wide in Chromium as it was measured, within 2 %, and would be so
// without its textLength, so that no letter is squeezed. Chromium gets the Go fonts for that. The second run is
// without them, as on most machines: there, text of other scripts must be as wide all the same, and
// what the Go fonts have must not leave its room.
func TestBrowserWidths(t *testing.T) {
	UseSystemFonts()
	for _, withGo := range []bool{true, false} {
		t.Run(fmt.Sprintf("Go fonts %v", withGo), func(t *testing.T) { browserWidths(t, withGo) })
	}
}

func browserWidths(t *testing.T, withGo bool) {
	for _, each := range samples {
		if missing := Lacking(slices.Values([]string{each.text})); len(missing) > 0 {
			t.Fatalf("no font has %v", missing)
		}
	}
	var faces []Font
	for _, f := range []Font{{}, {Bold: true}, {Mono: true}, {Bold: true, Mono: true}} {
		f.Size = TextSize
		faces = append(faces, f)
	}
	var svg bytes.Buffer
	s := NewSVG(&svg, 1200, float64(40*len(samples)*len(faces)), Color{}, "", "")
	y := 0.0
	for _, each := range samples {
		for _, f := range faces {
			y += 40
			s.Text(Point{10, y - 10}, each.text, f, Color{A: 255})
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, body, _ := bytes.Cut(svg.Bytes(), []byte("?>"))
	got := inChromium(t, body, withGo)
	if len(got) != len(samples)*len(faces) {
		t.Fatalf("%d texts of %d", len(got), len(samples)*len(faces))
	}
	for i, each := range samples {
		for j, f := range faces {
			want, drawn := Measure(each.text, f), got[i*len(faces)+j]
			off := func(w float64) float64 { return 100 * (w/want - 1) }
			t.Logf("%-10s %-28s %6.1f, drawn %+5.1f%%, by itself %+5.1f%%", each.script, fmt.Sprintf("%+v", f), want, off(drawn.Drawn), off(drawn.Natural))
			switch inGo := chain(each.text, faceOf(f), simplified) == ""; {
			case inGo && !withGo:
				if most := Widest(each.text, f); drawn.Drawn > most {
					t.Errorf("%s, %+v: %.1f wide in Chromium, more than the room of %.1f", each.script, f, drawn.Drawn, most)
				}
			case math.Abs(off(drawn.Drawn)) > 2:
				t.Errorf("%s, %+v: %.1f wide, %.1f in Chromium", each.script, f, want, drawn.Drawn)
			}
			if withGo && math.Abs(off(drawn.Natural)) > 2 {
				t.Errorf("%s, %+v: %.1f wide, %.1f in Chromium by itself", each.script, f, want, drawn.Natural)
			}
		}
	}
}

// drawnText is the width of a text element, and what it would be without its textLength.
type drawnText struct{ Drawn, Natural float64 }

const asking = `<script>
const all = [...document.querySelectorAll("svg text")].map(t => {
	const drawn = t.getComputedTextLength()
	t.removeAttribute("textLength")
	return { drawn, natural: t.getComputedTextLength() }
})
document.body.innerHTML = "<pre>" + JSON.stringify(all) + "</pre>"
</script>`

// inChromium is what Chromium makes of the texts of an SVG, with the fonts that are installed.
func inChromium(t *testing.T, svg []byte, withGo bool) (out []drawnText) {
	t.Helper()
	dir := t.TempDir()
	page, config := filepath.Join(dir, "page.html"), filepath.Join(dir, "fonts.conf")
	write := func(name string, content []byte) {
		t.Helper()
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	installed := os.Getenv("FONTCONFIG_FILE")
	if installed == "" {
		installed = "/etc/fonts/fonts.conf"
	}
	if withGo {
		for i, data := range builtIn {
			write(filepath.Join(dir, fmt.Sprintf("go%d.ttf", i)), data)
		}
	}
	write(config, []byte(`<fontconfig><include>`+installed+`</include><dir>`+dir+`</dir><cachedir>`+dir+`</cachedir></fontconfig>`))
	write(page, append([]byte(`<!DOCTYPE html><meta charset="utf-8"><body>`), append(svg, asking...)...))
	c := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
		"--user-data-dir="+filepath.Join(dir, "user"), "--dump-dom", "file://"+page)
	c.Env = append(os.Environ(), "FONTCONFIG_FILE="+config)
	dom, err := c.Output()
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
	_, list, _ := strings.Cut(string(dom), "<pre>")
	list, _, ok := strings.Cut(list, "</pre>")
	if !ok {
		t.Fatalf("chromium says %s", dom)
	}
	if err := json.Unmarshal([]byte(list), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestHanForms: Han letters look as they are written in the language of the text. They are as wide in each.
func TestHanForms(t *testing.T) {
	UseSystemFonts()
	const differs, width, height = "骨海", 37, 30 // letters that differ
	painted := func(s string, f Font) string {
		img := image.NewRGBA(image.Rect(0, 0, width, height))
		NewRaster(img, 1).Text(Point{2, 22}, s, f, ink)
		return string(img.Pix)
	}
	for _, f := range []Font{{Size: 18}, {Size: 18, Bold: true}} {
		seen := map[string]string{}
		// What follows lies outside of the picture.
		for _, s := range []string{differs, differs + "の", differs + "가"} {
			if same, ok := seen[painted(s, f)]; ok {
				t.Errorf("%q looks like %q, %+v", s, same, f)
			}
			seen[painted(s, f)] = s
		}
		if painted(differs+"文", f) != painted(differs, f) || painted(differs+"カ", f) != painted(differs+"の", f) {
			t.Errorf("the same language looks different, %+v", f)
		}
		if a, b := Measure(differs+"の", f), Measure(differs, f)+Measure("の", f); a != b {
			t.Errorf("%v wide, its parts %v", a, b)
		}
	}
}
