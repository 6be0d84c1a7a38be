package flame_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"profstation/flame"
	"profstation/model"
	"profstation/model/query"
	"profstation/scene"
)

// named is a chart of 20,000 functions, 40 deep, whose names are made of some letters; boxes are of all widths.
func named(b *testing.B, letters string) *flame.Chart {
	b.Helper()
	build, all, r := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}}), []rune(letters), rand.New(rand.NewPCG(1, 2))
	word := func(n int) string {
		w := make([]rune, n)
		for i := range w {
			w[i] = all[r.IntN(len(all))]
		}
		return string(w)
	}
	for stack := range 500 {
		var locs []model.LocID // leaf first
		for depth := range 40 {
			fn := build.Function(model.Function{Name: build.String(fmt.Sprintf("%s.%s%d", word(3), word(6), 40*stack+depth))})
			locs = append([]model.LocID{build.Location(model.NoMapping, 0, []model.Line{{Func: fn}})}, locs...)
		}
		build.Sample(locs, 0, []int64{int64(1 + stack*stack*stack/5000)})
	}
	return chartOf(b, evaluate(b, build.Profile(model.Header{})), flame.Options{Pivot: query.NoNode, Columns: 4000})
}

// BenchmarkPaintNames is one frame of names in a script, while panning by pixels. Where no font has the letters they are
// boxes.
func BenchmarkPaintNames(b *testing.B) {
	for _, c := range []struct{ name, letters string }{
		{"ASCII", "abcdefghijklmnopqrstuvwxyz"},
		{"Chinese", "订单服务处理请求计算价格查询库存写入数据库用户登录验证缓存消息队列"},
		{"Japanese", "注文サービス価格をけいさんする在庫確認"},
		{"Arabic", "الطلباتمعالجةحسابالسعرفحصالمخزون"},
	} {
		b.Run(c.name, func(b *testing.B) {
			scene.UseSystemFonts()
			took := pan(b, named(b, c.letters))
			b.ReportMetric(float64(took[0])/1e6, "ms-least")
			b.ReportMetric(float64(took[len(took)/2])/1e6, "ms/frame")
		})
	}
}
