package synthetic

import (
	"fmt"
	"time"

	"github.com/google/pprof/profile"
)

// Script is part of an invented program whose author writes in one script.
type Script struct {
	Package   string
	Functions [4]string // each calls the next
	File      string
	Endpoint  string // a label's value
	Comment   string // a comment in the source
}

// Scripts has names that differ as much as possible in how they are drawn: wide letters, letters that join or combine,
// from right to left, with several code points, and all that in one name.
var Scripts = []Script{
	{"订单服务", [...]string{"处理请求", "计算价格", "查询库存", "写入数据库"}, "订单/价格.go", "/结账", "价格含税，不含运费。"},
	{"注文サービス", [...]string{"リクエストを処理", "価格をけいさんする", "在庫を確認", "データベースに書き込む"}, "注文/価格.go", "/お会計", "価格は税込みです。直ちに計算する。"},
	{"주문서비스", [...]string{"요청처리", "가격계산", "재고조회", "데이터베이스쓰기"}, "주문/가격.go", "/결제", "가격에는 세금이 포함됩니다."},
	{"الطلبات", [...]string{"معالجة_الطلب", "حساب السعر", "فحص المخزون", "الكتابة إلى قاعدة البيانات"}, "طلبات/سعر.go", "/الدفع", "السعر يشمل الضريبة (15%)."},
	{"הזמנות", [...]string{"טיפול_בבקשה", "חישוב מחיר", "בדיקת מלאי 2", "כתיבה למסד הנתונים"}, "הזמנות/מחיר.go", "/תשלום", "המחיר כולל מע״מ (17%)."},
	{"คำสั่งซื้อ", [...]string{"จัดการคำขอ", "คำนวณราคา", "ตรวจสอบสต็อก", "เขียนฐานข้อมูล"}, "คำสั่งซื้อ/ราคา.go", "/ชำระเงิน", "ราคารวมภาษีแล้ว"},
	{"आदेश", [...]string{"अनुरोध_संभालो", "मूल्य की गणना", "भंडार जाँचो", "डेटाबेस में लिखो"}, "आदेश/मूल्य.go", "/भुगतान", "मूल्य में कर शामिल है।"},
	{"склад", [...]string{"(*Сервер).обработать", "вычислитьЦену", "Остаток[...]", "записать"}, "склад/цена.go", "/оплата", "Цена с учётом налога."},
	{"🚀", [...]string{"👩‍👩‍👧", "👍🏽🇩🇪", "1️⃣✔️", "e\u0301te\u0301"}, "🚀/💰.go", "/🛒", "💰 with 🧾"},
	{"main", [...]string{"计算Preis(かな, 가격) → סכום", "سعر 12 x 価格[한글]", "ราคา+मूल्य=総計", "🚀始動.Zürich"}, "mix/混合 مزيج.go", "/混合 مزيج?q=🚀", "מחיר 12 USD → 価格 👍🏽 السعر"},
}

// InScripts makes a CPU profile with names, files and labels in every script, the same every time. In the slow profile,
// the second function in each script takes longer.
func InScripts(slow bool) *profile.Profile {
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"},
		Period:     int64(period),
		TimeNanos:  time.Date(2026, time.January, 2, 15, 4, 5, 0, time.UTC).UnixNano(),
		Mapping:    []*profile.Mapping{{ID: 1, Start: 0x400000, Limit: 0x500000, File: "订单-注文-سعر", HasFunctions: true, HasFilenames: true, HasLineNumbers: true}},
		Comments:   []string{"价格 価格 가격 السعر מחיר ราคา मूल्य цена 🚀"},
	}
	at := func(name, file string, line int) *profile.Location {
		n := uint64(len(p.Function) + 1)
		f := &profile.Function{ID: n, Name: name, SystemName: name, Filename: file, StartLine: int64(line)}
		l := &profile.Location{ID: n, Mapping: p.Mapping[0], Address: 0x400000 + n<<8, Line: []profile.Line{{Function: f, Line: int64(line + 1)}}}
		p.Function, p.Location = append(p.Function, f), append(p.Location, l)
		return l
	}
	root, shared := at("main.main", "shop/main.go", 1), at("runtime.mallocgc", "runtime/malloc.go", 1000)
	for i, script := range Scripts {
		stack := []*profile.Location{root}
		for k, name := range script.Functions {
			stack = append([]*profile.Location{at(script.Package+"."+name, "shop/"+script.File, 4+5*k)}, stack...)
			count := int64(3 + 4*k + i)
			if slow && k == 1 {
				count *= 4
			}
			sample := func(stack []*profile.Location, count int64) {
				p.Sample = append(p.Sample, &profile.Sample{
					Location: stack, Value: []int64{count, count * int64(period)},
					Label:    map[string][]string{"endpoint": {script.Endpoint}, "租户 مستأجر": {Scripts[(i+k)%len(Scripts)].Package}},
					NumLabel: map[string][]int64{"大きさ": {int64(64 << k)}}, NumUnit: map[string][]string{"大きさ": {"bytes"}},
				})
			}
			sample(stack, count)
			sample(append([]*profile.Location{shared}, stack...), 2)
		}
	}
	total := int64(0)
	for _, s := range p.Sample {
		total += s.Value[1]
	}
	p.DurationNanos = total / 2
	return p
}

// Source returns a script's source file, with the functions on the lines that the profile names.
func (s *Script) Source() string {
	out := fmt.Sprintf("package %s\n\n// %s\n", s.Package, s.Comment)
	for k, name := range s.Functions {
		next := "runtime.mallocgc"
		if k+1 < len(s.Functions) {
			next = s.Functions[k+1]
		}
		out += fmt.Sprintf("func %s() {\n\t%s() // %s\n\t\"%s\"\n}\n\n", name, next, s.Comment, s.Endpoint)
	}
	return out
}
