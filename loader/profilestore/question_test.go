package profilestore_test

import (
	"strings"
	"testing"
	"time"

	"profstation/loader/address"
	"profstation/loader/profilestore"
)

var now = time.Date(2026, 11, 24, 15, 7, 30, 0, time.UTC)

// An address says the same before and after it was read; it is kept without credentials.
func TestParse(t *testing.T) {
	for _, x := range []struct{ in, want string }{
		{`pyroscope+https://h/base/?type=a:b:c:d:e&query={service_name="api"}&from=now-1h&until=now`, `pyroscope+https://h/base?type=a:b:c:d:e&query={service_name="api"}&from=now-1h&until=now`},
		{`parca+http://h:7070?type=cpu`, `parca+http://h:7070?type=cpu&from=now-1h&until=now`},
		{`PYROSCOPE+https+insecure://u:s3cret@h?token=s3cret&type=cpu&step=900s#s3cret`, `pyroscope+https+insecure://h?type=cpu&from=now-1h&until=now&step=15m`},
		{`pyroscope+http://h?query={pod=~"a.+",x="b c%26%40"}&from=now-2d&until=now-1d&max_nodes=100`, `pyroscope+http://h?query={pod=~"a.+",x="b%20c%26%40"}&from=now-48h&until=now-24h&max_nodes=100`},
		{`pyroscope+http://h?query={}&from=1795521600&until=1795525200000`, `pyroscope+http://h?from=2026-11-24T12:00:00Z&until=2026-11-24T13:00:00Z`},
		{`https://h/?from=2026-11-24T14:00:00%2B02:00&until=2026-11-24T14:00:00.5Z`, `https://h?from=2026-11-24T12:00:00Z&until=2026-11-24T14:00:00.5Z`},
		{`pyroscope+http://h?query=pod=shop-1,version=~v.%2B&from=now-1h`, `pyroscope+http://h?query={pod="shop-1",version=~"v.+"}&from=now-1h&until=now`},
		{`pyroscope+http://h?query={pod=shop-1, app="a,b" ,x!=1}&from=now-1h`, `pyroscope+http://h?query={pod="shop-1",%20app="a,b"%20,x!="1"}&from=now-1h&until=now`},
		{`pyroscope+http://h?type=cpu&from=now-15m&every=60s`, `pyroscope+http://h?type=cpu&from=now-15m&until=now&every=1m`},
		{`pyroscope+http://h?type=cpu&span=9A517183F26A089D,5a4fe264a9c987fe`, `pyroscope+http://h?type=cpu&span=9a517183f26a089d,5a4fe264a9c987fe&from=now-1h&until=now`},
		{`https://h?trace=7c9e6679-7425-40de-944b-e07fc1f90ae7`, `https://h?trace=7c9e6679742540de944be07fc1f90ae7&from=now-1h&until=now`},
		{`pyroscope+http://h?query={pod=a=b}`, `pyroscope+http://h?query={pod="a=b"}&from=now-1h&until=now`},
		{`pyroscope+http://h?query={pod like "x"}`, `pyroscope+http://h?query={pod%20like%20"x"}&from=now-1h&until=now`},
	} {
		q, _, err := profilestore.Parse(x.in)
		if err != nil || q.String() != x.want {
			t.Errorf("%s:\n got %s, %v\nwant %s", x.in, q, err, x.want)
			continue
		}
		again, _, err := profilestore.Parse(q.String())
		if err != nil || again != q {
			t.Errorf("%s is read as %s, %v", q, again, err)
		}
		if q.Engine != profilestore.Unknown {
			if public := address.Public(q.String()); public != q.String() || !address.IsStore(public) {
				t.Errorf("%s is kept as %s", q, public)
			}
			if public := address.Public(x.in); strings.Contains(public, "s3cret") || strings.Contains(public, "u:") {
				t.Errorf("%s is shown as %s", x.in, public)
			}
		}
	}
	for _, bad := range []string{
		"pyroscope+ftp://h", "pyroscope+https://", "parca+h:1", `pyroscope+http://h?query=service="x`, `pyroscope+http://h?query=service=`, "pyroscope+http://h?from=soon",
		"pyroscope+http://h?from=now&until=now-1h", "pyroscope+http://h?step=0s", "pyroscope+http://h?step=-1m", "pyroscope+http://h?every=soon",
		"pyroscope+http://h?every=10ms", "pyroscope+http://h?step=1m&every=1m", "pyroscope+http://h?from=2026-11-24T12:00:00Z&until=2026-11-24T13:00:00Z&every=1m", "pyroscope+http://h?max_nodes=-1", "pyroscope+http://h?query={a=%zz}",
		"pyroscope+http://h?span=9a517183f26a089", "pyroscope+http://h?span=9a517183f26a089g", "pyroscope+http://h?trace=9a517183f26a089d", "pyroscope+http://h?span=,",
		"pyroscope+http://h?span=9a517183f26a089d&trace=7c9e6679742540de944be07fc1f90ae7", "parca+http://h?span=9a517183f26a089d",
		`pyroscope+http://ann:s3cret@h?query={mail="a@b"}`, "pyroscope+http://ann:s3/cret@h?type=cpu", "pyroscope+http://ann:s3cret@h?token=s3cret&step=x",
	} {
		if q, _, err := profilestore.Parse(bad); err == nil || strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %s, %v", bad, q, err)
		}
	}
}

// A time without a zone is a local one, and one of the day alone is today's.
func TestMoment(t *testing.T) {
	parse := func(from string) (profilestore.Question, error) {
		q, _, err := profilestore.Parse("pyroscope+http://h?type=cpu&until=2200-01-01T00:00:00Z&from=" + from)
		return q, err
	}
	day := time.Date(2026, 11, 24, 12, 0, 0, 0, time.Local)
	for text, want := range map[string]time.Time{
		"2026-11-24 12:00": day, "2026-11-24T12:00": day, "2026-11-24T12:00:07": day.Add(7 * time.Second), "2026-11-24 12:00:07": day.Add(7 * time.Second),
		"2026-11-24": day.Add(-12 * time.Hour), "2026-11-24T12:00:00Z": time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC),
	} {
		q, err := parse(text)
		if got := q.From.Time(now); err != nil || !got.Equal(want) || q.From.Relative() {
			t.Errorf("%s is %s, %v", text, got, err)
		}
	}
	for _, text := range []string{"noon", "24:10", "2026-11-24 25:00", "12:00 2026-11-24", "2026-13-01"} {
		if q, err := parse(text); err == nil || !strings.Contains(err.Error(), "“"+text+"” is not a time: write now, now-1h, 15:04, 2026-11-24 15:04 (local time) or 2026-11-24T15:04:05Z") {
			t.Errorf("%s is %s, %v", text, q.From, err)
		}
	}
}

// The time of a day is of the day of the other end, if that one has a date.
func TestClockTimes(t *testing.T) {
	const moment = "2006-01-02 15:04:05"
	today := time.Now().Format(time.DateOnly)
	for params, want := range map[string]string{
		"from=2026-11-24 12:00&until=12:06":    "2026-11-24 12:00:00 – 2026-11-24 12:06:00",
		"from=12:00&until=2026-11-24 12:06:07": "2026-11-24 12:00:00 – 2026-11-24 12:06:07",
		"from=2026-11-24&until=00:01":          "2026-11-24 00:00:00 – 2026-11-24 00:01:00",
		"from=00:01&until=00:02":               today + " 00:01:00 – " + today + " 00:02:00",
	} {
		q, _, err := profilestore.Parse("pyroscope+http://h?type=cpu&" + params)
		from, until := q.Interval(now)
		if got := from.Local().Format(moment) + " – " + until.Local().Format(moment); (err != nil || got != want) && today == time.Now().Format(time.DateOnly) {
			t.Errorf("%s is %s, %v", params, got, err)
		}
	}
	if _, _, err := profilestore.Parse("pyroscope+http://h?type=cpu&from=2026-11-24 12:06&until=12:00"); err == nil {
		t.Error("the end may be before the beginning")
	}
	if q, _, err := profilestore.Parse("pyroscope+http://h?type=cpu&step=10 m"); err != nil || q.Step != 10*time.Minute {
		t.Errorf("a step of %s, %v", q.Step, err)
	}
}

// Steps are whole where the end moves with the clock, and the same ones come again.
func TestSteps(t *testing.T) {
	for _, x := range []struct{ params, want string }{
		{"from=now-1h&until=now", "now-1h – now"},
		{"from=now-1h&until=now&step=15m", "14:00 14:15 14:30 14:45–15:00:00"},
		{"from=2026-11-24T14:05:00Z&until=2026-11-24T14:25:00Z&step=15m", "14:05 14:20–14:25:00"},
		{"from=2026-11-24T14:05:00Z&until=now&step=30m", "14:05 14:35–15:00:00"},
		{"from=now-5m&until=now&step=15m", "there is no whole step of 15m yet"},
		{"from=now-3w&until=now&step=10s", "181,440 steps, the limit is 2,000"},
	} {
		q, _, err := profilestore.Parse("pyroscope+http://h?type=cpu&" + x.params)
		if err != nil {
			t.Fatal(err)
		}
		steps, err := q.Steps(now)
		got := ""
		if err != nil {
			got = err.Error()
		} else if q.Step == 0 {
			got = strings.TrimPrefix(steps[0].Title(), "cpu ")
		} else {
			for i, s := range steps {
				if s.Step != 0 || i > 0 && s.From != steps[i-1].Until {
					t.Errorf("%s is followed by %s", steps[max(i-1, 0)], s)
				}
				got += s.From.Time(now).UTC().Format(" 15:04")
			}
			got = strings.TrimSpace(got) + steps[len(steps)-1].Until.Time(now).UTC().Format("–15:04:05")
		}
		if !strings.Contains(got, x.want) {
			t.Errorf("%s: %s, want %s", x.params, got, x.want)
		}
	}
}

// FuzzParse reads any address: what is read is the same when it is read again, and shows no user.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`pyroscope+https://u:p@h/b?type=cpu&query={a="b"}&from=now-1h&until=now&step=15m&by=pod,a&max_nodes=3&token=x`, "parca+http://h?from=1795521600", "https://h",
		"pyroscope+http://h?span=9a517183f26a089d", "pyroscope+http://h?trace=7c9e6679-7425-40de-944b-e07fc1f90ae7,4bf92f3577b34da6a3ce929d0e0e4731",
		"pyroscope+unix:///s:/x?type=%2525", `parca+http://h?query={a="%00"}`, "pyroscope+http://h?from=now-1w&until=2300-01-01T00:00:00Z&step=1ms",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q, _, err := profilestore.Parse(s)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%q", err)
			}
			return
		}
		again, _, err := profilestore.Parse(q.String())
		if err != nil || again != q {
			t.Errorf("%q became %q, and that %q, %v", s, q, again, err)
		}
		if q.Engine != profilestore.Unknown && address.Public(q.String()) != q.String() {
			t.Errorf("%q is kept as %q", q, address.Public(q.String()))
		}
		q.Title()
		q.Steps(now)
	})
}

// Parse refuses a question that cannot be asked again, and the error says what to change.
func TestEveryRefused(t *testing.T) {
	for question, want := range map[string]string{
		"step=1m&every=1m": "steps that end now go on by themselves: leave out every 1m",
		"from=2026-11-24T12:00:00Z&until=2026-11-24T13:00:00Z&every=1m":         "a time that has ended gets no more profiles: let it end now, or leave out every 1m",
		"from=2026-11-24T12:00:00Z&until=2026-11-24T13:00:00Z&step=1m&every=1m": "a time that has ended gets no more profiles: let it end now, or leave out every 1m",
	} {
		if _, _, err := profilestore.Parse("pyroscope+http://h?" + question); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", question, err, want)
		}
	}
}
