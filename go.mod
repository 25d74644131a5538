module kibaho

go 1.26
